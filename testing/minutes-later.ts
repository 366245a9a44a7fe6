import type pg from 'pg'

/** As if so many minutes had passed since people were told something and were mailed. What was mailed long ago stays where it is. */
export async function minutesLater(pool: pg.Pool, minutes: number): Promise<void> {
  const earlier = `- $1 * interval '1 minute'`
  await pool.query(`update notifications set decided_on = decided_on ${earlier} where is_mail_pending`, [minutes])
  await pool.query(
    `update mails set created_on = created_on ${earlier}, sent_on = sent_on ${earlier}
      where sent_on is null or sent_on > now() - interval '1 day'`,
    [minutes],
  )
}
