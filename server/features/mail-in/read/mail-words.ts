/*
 * How mail programs mark what is quoted and what they add, in the languages in which they are used.
 */

/** How attributions end, such as “Am 24. November 2026 schrieb Ada:”. A name or an address may follow the verb. */
const attributionEnds = [
  ...[
    'wrote',
    'schrieb',
    'geschrieben',
    'écrit',
    'escribió',
    'scritto',
    'schreef',
    'escreveu',
    'escribiu',
    'va escriure',
  ],
  ...[
    'napisał',
    'napisał\\(a\\)',
    'napisała',
    'pisze',
    'skrev',
    'skreiv',
    'kirjoitti',
    'napsal',
    'napsal\\(a\\)',
    'napísal',
  ],
  ...[
    'napísal\\(a\\)',
    'пишет',
    'написал',
    'написала',
    'написал\\(а\\)',
    'писал\\(а\\)',
    'пише',
    'написав',
    'написав\\(ла\\)',
  ],
  ...[
    'написа',
    'yazdı',
    'şunları yazdı',
    'a scris',
    'írta',
    'ezt írta',
    'έγραψε',
    'viết',
    'đã viết',
    'menulis',
    'เขียนว่า',
  ],
  ...[
    'כתב',
    'כתבה',
    'כתב/ה',
    'כתב\\(ה\\)',
    'מאת',
    'كتب',
    'kirjutas',
    'rašė',
    'rakstīja',
    'je napisao',
    'je napisala',
    'napisao je',
  ],
  ...[
    '写道',
    '寫道',
    '写了',
    'のメッセージ',
    '書きました',
    'さんは書きました',
    '작성',
    '님이 작성',
    '님이 다음과 같이 썼습니다',
    'লিখেছেন',
    'ने लिखा',
  ],
]
const attribution = new RegExp(`(?:${attributionEnds.join('|')})(?:\\s.{0,160})?\\s*[:：]$`, 'iu')

/** A date, or a time of day. */
const hasTime = (text: string) =>
  /\b(?:19|20)\d\d\b|\b\d{1,2}[:.]\d{2}\b|\d{1,2}\s?[年月日]|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/u.test(text)
const hasAddress = (text: string) => /\S@\S/.test(text)

const labels = {
  from: [
    ...[
      'From',
      'Von',
      'De',
      'Da',
      'Van',
      'Od',
      'Från',
      'Fra',
      'Lähettäjä',
      'От',
      'Від',
      'Kimden',
      'Gönderen',
      'Feladó',
      'De la',
    ],
    ...[
      'Από',
      '差出人',
      '发件人',
      '寄件者',
      '寄件人',
      '보낸 사람',
      '보낸사람',
      'Từ',
      'Dari',
      'จาก',
      'מאת',
      'من',
      'Отправитель',
      'Expéditeur',
    ],
  ],
  date: [
    ...[
      'Sent',
      'Gesendet',
      'Envoyé',
      'Enviado',
      'Inviato',
      'Verzonden',
      'Enviada',
      'Wysłano',
      'Wysłane',
      'Skickat',
      'Sendt',
    ],
    ...[
      'Lähetetty',
      'Odesláno',
      'Odoslané',
      'Отправлено',
      'Надіслано',
      'Gönderildi',
      'Gönderilme',
      'Elküldve',
      'Küldve',
      'Trimis',
    ],
    ...[
      'Στάλθηκε',
      '送信日時',
      '送信日',
      '发送时间',
      '寄件日期',
      '보낸 날짜',
      '보낸날짜',
      'Date',
      'Datum',
      'Fecha',
      'Data',
      'Dato',
      'Päivä',
    ],
    ...[
      'Päiväys',
      'Дата',
      'Tarih',
      'Dátum',
      'Ημερομηνία',
      '日付',
      '日時',
      '日期',
      '날짜',
      'Ngày',
      'Tanggal',
      'วันที่',
      'תאריך',
      'التاريخ',
    ],
  ],
  other: [
    ...[
      'To',
      'An',
      'À',
      'A',
      'Para',
      'Aan',
      'Do',
      'Till',
      'Til',
      'Vastaanottaja',
      'Komu',
      'Pro',
      'Кому',
      'Kime',
      'Alıcı',
      'Címzett',
      'Către',
    ],
    ...[
      'Προς',
      '宛先',
      '收件人',
      '收件者',
      '받는 사람',
      '받는사람',
      'Đến',
      'Kepada',
      'ถึง',
      'אל',
      'إلى',
      'Destinataire',
      'Per',
    ],
    ...['Cc', 'Kopie', 'Kopia', 'Kopi', 'CC', 'Копия', 'Копія', 'Bilgi', '抄送', '副本', '참조', 'Másolatot kap'],
    ...[
      'Subject',
      'Betreff',
      'Objet',
      'Asunto',
      'Oggetto',
      'Onderwerp',
      'Assunto',
      'Temat',
      'Ämne',
      'Emne',
      'Aihe',
      'Předmět',
      'Predmet',
    ],
    ...[
      'Тема',
      'Konu',
      'Tárgy',
      'Subiect',
      'Θέμα',
      '件名',
      '主题',
      '主旨',
      '제목',
      'Chủ đề',
      'Perihal',
      'Subjek',
      'เรื่อง',
      'נושא',
      'الموضوع',
    ],
  ],
}
const labelled = (words: readonly string[]) =>
  new RegExp(String.raw`^[\s*_]*(?:${words.join('|')})[\s*_]*(?:\s?/[^:：]{1,20})?[:：][\s*_]*(?:\S.*)?$`, 'iu')
const isFrom = labelled(labels.from)
const isDate = labelled(labels.date)
const isOther = labelled(labels.other)

/** “-----Original Message-----” and the like. */
const separator =
  /^[\s>]*-{2,}\s*(?:original message|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|wiadomość oryginalna|oryginalna wiadomość|ursprungligt meddelande|originalmeddelande|original meddelelse|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|původní zpráva|исходное сообщение|пересылаемое сообщение|orijinal mesaj|orijinal ileti|eredeti üzenet|mesaj original|αρχικό μήνυμα|元のメッセージ|原始邮件|原始郵件|원본 메시지|원본 메일|vstavljeno sporočilo|reply message|antwort)\s*-{2,}\s*$/iu

/** What a program puts below a mail: “Sent from my iPhone”. */
const phones = [
  /^(?:sent|gesendet|envoyé|enviado|inviato|verzonden|verstuurd|wysłan[oey]|wysłane|skickat|skickades|sendt|lähetetty|odesláno|odoslané|отправлено|надіслано|надислано|trimis|elküldve|küldve|dikirim|đã gửi|στάλθηκε)\s(?:from|with|von|vom|mit|aus|de|depuis|à partir de|du|avec|desde|da|dal|dall['’]|con|vanaf|via|met|do meu|pelo|z|ze|za pomocą|från|fra|med|puhelimestani|laitteesta|iphonesta|z mého|с|со|из|з|från min|via|by|using|din|dari|từ|από).{0,100}$/iu,
  /^(?:von meinem|von meiner).{0,60}gesendet\.?$/iu,
  /^.{0,40}(?:cihazımdan|iphone['’]umdan|telefonumdan|iphoneomról|iphone-omról).{0,40}$/iu,
  /^(?:get|obtenez|obtén|obtener|télécharger|holen sie sich|laden sie|scarica|ottieni|download|obter|obtenha|pobierz|hämta|skaffa|hent|få|hanki|lataa|stáhnout|získat|скачать|скачайте|установите|indir)\s.{0,30}\b(?:outlook|thunderbird|bluemail|spark|k-9|protonmail|proton mail|yahoo)\b.{0,80}$/iu,
  /^(?:diese nachricht wurde von).{0,100}gesendet\.?$/iu,
  /^(?:outlook (?:für|for|pour|para|per|voor|dla|för|til)\s.{0,60}(?:holen|laden|beziehen|ophalen)?)(?:<[^>]*>)?\.?$/iu,
  /^.{0,30}(?:iphone|ipad|android|outlook|galaxy|携帯)から送信.{0,20}$/iu,
  /^发自我的.{0,40}$/u,
  /^(?:從我的|從).{0,30}傳送.{0,10}$/u,
  /^.{0,20}나의.{0,20}(?:iphone|ipad).{0,10}보냄$/iu,
  /^.{0,30}에서 보냄$/u,
]

/** Returns whether a line is what a phone or a program writes below each mail. */
export function isPhoneSignature(line: string): boolean {
  const words = line.trim().replaceAll(/^[*_—–-]+\s*|[*_]+$/g, '')
  return words !== '' && words.length <= 160 && phones.some((one) => one.test(words))
}

/** Where the mail that is answered stands in an answer. */
export interface History {
  /** The number of the line with which it begins at the end; that of all lines where it does not stand there. */
  readonly end: number
  /** The lines that say who wrote what is quoted above or between the answers, from the first to before the last. */
  readonly sentence: readonly [number, number] | undefined
}

export function historyIn(lines: readonly string[]): History {
  for (let at = 0; at < lines.length; at++) {
    const sentence = attributionAt(lines, at)
    const begins = separatorAt(lines, at) ?? sentence
    if (begins === undefined) continue
    if (sentence === undefined || !hasAnswersBelow(lines, at + 1)) return { end: begins, sentence: undefined }
    return { end: lines.length, sentence: [sentence, at + 1] }
  }
  return { end: lines.length, sentence: undefined }
}

/** A separator, or the header of a mail as Outlook repeats it, with the line above. */
function separatorAt(lines: readonly string[], at: number): number | undefined {
  const line = lines[at] ?? ''
  if (separator.test(line)) return at
  if (!isFrom.test(line) && !isDate.test(line)) return undefined
  const after = lines.slice(at, at + 8)
  const blank = after.findIndex((one) => one.trim() === '')
  const header = blank < 0 ? after : after.slice(0, blank)
  const others = header.filter((one) => isOther.test(one) && !isFrom.test(one) && !isDate.test(one))
  // Somebody may write such lines themselves, but hardly with a date.
  if (!header.some((one) => isFrom.test(one)) || !header.some((one) => isDate.test(one)) || others.length === 0)
    return undefined
  let begins = at
  while (begins > 0 && lines[begins - 1]?.trim() === '') begins -= 1
  return /^[\s>]*[_-]{5,}\s*$/.test(lines[begins - 1] ?? '') ? begins - 1 : at
}

/** The sentence that says who wrote what is quoted below, which may take several lines and ends in this one. */
function attributionAt(lines: readonly string[], at: number): number | undefined {
  const line = lines[at] ?? ''
  if (line.startsWith('>') || !/[:：]\s*$/.test(line)) return undefined
  const isAboveQuote = (lines.slice(at + 1).find((next) => next.trim() !== '') ?? '').startsWith('>')
  let begins = at
  let sentence = line.trim()
  // One that says no date yet goes on with the line above.
  while (
    begins > 0 &&
    at - begins < 3 &&
    !(hasTime(sentence) && hasBegun(sentence)) &&
    lines[begins - 1]?.trim() !== ''
  ) {
    if (lines[begins - 1]?.startsWith('>')) break
    begins -= 1
    sentence = `${lines[begins]?.trim()} ${sentence}`
  }
  if (sentence.length > 400) return undefined
  const isSentence = attribution.test(sentence) && (hasTime(sentence) || hasAddress(sentence))
  const isNamed = isAboveQuote && (attribution.test(sentence) || (hasTime(sentence) && hasAddress(sentence)))
  return isSentence || isNamed ? begins : undefined
}

/** It has a verb or an address: what is only a date is the rest of a sentence. */
const hasBegun = (sentence: string) => attribution.test(sentence) || hasAddress(sentence)

/** Somebody answers below or between quoted lines: what is quoted is not only history then. */
function hasAnswersBelow(lines: readonly string[], from: number): boolean {
  const below = lines.slice(from)
  const first = below.findIndex((line) => line.trim() !== '')
  if (!below[first]?.startsWith('>')) return false
  const end = below.findIndex((line, n) => n > first && /^--\s*$/.test(line))
  const looked = end < 0 ? below : below.slice(0, end)
  // Programs that break long lines leave the rest of one without a mark; an answer stands apart.
  return looked.some(
    (line, n) =>
      n > first &&
      line.trim() !== '' &&
      !line.startsWith('>') &&
      looked[n - 1]?.trim() === '' &&
      !isPhoneSignature(line),
  )
}
