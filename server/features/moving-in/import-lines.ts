import {
  importedBugId,
  importedFileId,
  type ImportedPerson,
  maxImportedTextLength,
  parseTimestamp,
  personOf,
} from '#server/features/imports/public.ts'
import type { Readable } from 'node:stream'
import { isClosedStatus, maxTitleLength } from '#shared/bugs/words.ts'
import { maxNameLength } from '#shared/users/contract.ts'
import { facts } from './facts.ts'
import type { Findings } from './findings.ts'
import { fieldFor, type Mapping, priorityFor, severityFor, statusFor, targetOf } from './mapping.ts'
import { toMarkdown } from './markup/to-markdown.ts'
import type { MarkupContext } from './markup/context.ts'
import type { WantedFile } from './store-files.ts'
import type { TrackerAttachment, TrackerComment, TrackerIssue, TrackerPerson } from './tracker-issue.ts'
import { namedByTracker } from './values.ts'

/** Longest word that is kept with a bug's history; longer ones are cut, and reported. */
const maxKept = 2_000
const maxWord = 255

export interface ImportLine {
  /** What `mothlight import` reads. */
  readonly record: Readonly<Record<string, unknown>>
  readonly files: readonly WantedFile[]
}

export interface LineOptions {
  readonly mapping: Mapping
  readonly findings: Findings
  /** Whether comments and files that only some could see in the tracker are imported, for all who see the bug. */
  readonly withPrivate: boolean
  /** Whether the content of an attachment can be had. */
  readonly hasContent: (attachment: TrackerAttachment) => boolean
  readonly open: (attachment: TrackerAttachment) => Promise<Readable>
  /** Tells the people of one tracker from those of others. */
  readonly host: string
}

/** A file, and the text that refers to it in the tracker's texts. */
interface NamedFile {
  readonly file: WantedFile
  readonly reference: string
}

/** Makes the lines of an import from a tracker's issues, and notes what these can't hold. */
export class LineMaker {
  readonly #options: LineOptions
  /** Names by what mentions call people. */
  readonly #names = new Map<string, string>()
  readonly people = new Map<string, TrackerPerson>()

  constructor(options: LineOptions) {
    this.#options = options
  }

  line(issue: TrackerIssue): ImportLine {
    const { mapping } = this.#options
    // As people know it there.
    const key = issue.id
    const comments = issue.comments.filter((comment) => this.#isTaken(comment, key))
    const attachments = issue.attachments.filter((attachment) => this.#isVisible(attachment, key))
    for (const person of [issue.reporter, issue.assignee, issue.closedBy, ...comments.map(({ author }) => author)])
      this.#meet(person)
    const createdOn = parseTimestamp(issue.created)
    const files = createdOn ? this.#files(importedBugId(issue.id, createdOn), issue, attachments) : []
    const context = this.#contextOf(files)
    const { custom, kept } = this.#customFields(issue)
    const severity = issue.severity || custom.severity
    const status = statusFor(issue.status, issue.statusKind, mapping)
    const component = custom.component || issue.components[0]
    // A bug has one component: the others are found as labels.
    const furtherComponents = issue.components.filter((name) => name !== component)
    const description = [...this.#texts(issue, context), ...custom.description]
    const record = {
      id: issue.id,
      key: issue.key,
      title: this.#title(issue, description),
      description: this.#within(description.join('\n\n'), key, 'descriptions'),
      ...(custom.steps.length > 0 && { stepsToReproduce: custom.steps.join('\n\n') }),
      created: issue.created,
      reporter: this.#person(issue.reporter),
      assignee: this.#person(issue.assignee),
      status,
      ...(isClosedStatus(status) && parseTimestamp(issue.closedOn) && { closedOn: issue.closedOn }),
      ...(isClosedStatus(status) && issue.closedBy && { closedBy: this.#person(issue.closedBy) }),
      priority: issue.priority ? priorityFor(issue.priority, mapping) : null,
      severity: severity ? severityFor(severity, mapping) : null,
      private: issue.isPrivate,
      resolution: issue.resolution.slice(0, maxWord) || null,
      type: issue.type || null,
      product: issue.product.slice(0, maxWord) || null,
      component: component?.slice(0, maxWord) ?? null,
      version: issue.versions.join(', ').slice(0, maxKept) || null,
      foundVersion: issue.versions[0]?.slice(0, maxKept) ?? null,
      // A milestone is the version in which a bug is to be fixed.
      fixedVersion: (issue.fixedVersions[0] ?? issue.milestone).slice(0, maxKept) || null,
      versions: issue.versionFacts
        .filter(({ name }) => name !== '')
        .map(({ name, due, isReleased }) => ({
          name: name.slice(0, maxKept),
          ...(parseTimestamp(due) && { due }),
          released: isReleased,
        })),
      labels: [...issue.labels, ...furtherComponents, ...custom.labels].map((label) => label.slice(0, maxWord)),
      links: issue.links.flatMap(({ kind, id }) => (kind ? [{ kind, id }] : [])),
      duplicateOf: issue.duplicateOf || null,
      comments: comments.map(({ id, author, created, text, markup }) => ({
        id,
        author: this.#person(author),
        created,
        message: this.#within(toMarkdown(text, markup ?? issue.markup, context), key, 'comments'),
      })),
      ...(Object.keys(custom.fields).length > 0 && { fields: custom.fields }),
      facts: {
        ...(severity && { severity: severity.slice(0, maxKept) }),
        ...this.#facts(issue),
        ...this.#missingFiles(attachments),
        ...kept,
      },
    }
    return { record, files: files.map(({ file }) => file) }
  }

  #isTaken(comment: TrackerComment, key: string): boolean {
    if (comment.text.trim() === '') {
      this.#options.findings.add('comments without text, left out', key)
      return false
    }
    return this.#isAllowed(comment.isPrivate, 'comments', key)
  }

  #isVisible({ isPrivate, name }: TrackerAttachment, key: string): boolean {
    return this.#isAllowed(isPrivate, 'files', key, name)
  }

  #isAllowed(isPrivate: boolean, what: string, key: string, example = ''): boolean {
    const { findings, withPrivate } = this.#options
    if (!isPrivate) return true
    findings.add(
      withPrivate ? `private ${what}, which all who see the bug can see now` : `private ${what}, left out`,
      key,
      example,
    )
    return withPrivate
  }

  #meet(person: TrackerPerson | null): void {
    if (!person) return
    if (person.login) this.#names.set(person.login, person.name || person.login)
    this.people.set(person.email || person.account || person.name, person)
  }

  #person(person: TrackerPerson | null): { name?: string; email?: string; account?: string } | null {
    if (!person) return null
    const name = person.name.slice(0, maxNameLength)
    return {
      ...(name && { name }),
      ...(person.email && { email: person.email }),
      ...(person.account && { account: `${this.#options.host} ${person.account}` }),
    }
  }

  #imported(person: TrackerPerson | null): ImportedPerson | null {
    const { name = null, email = null, account = null } = this.#person(person) ?? {}
    return personOf(name, email, account)
  }

  #files(bugId: string, { id: key, isPrivate }: TrackerIssue, attachments: readonly TrackerAttachment[]): NamedFile[] {
    return attachments.flatMap((attachment) => {
      if (!this.#options.hasContent(attachment)) {
        this.#options.findings.add('files whose content can’t be had from this export', key, attachment.name)
        return []
      }
      this.#meet(attachment.author)
      const createdOn = parseTimestamp(attachment.created) ?? new Date(0)
      const { name } = attachment
      const file = {
        id: importedFileId(bugId, attachment.id, createdOn),
        ...{ bugId, key, createdOn, isPrivate, name, author: this.#imported(attachment.author) },
        open: () => this.#options.open(attachment),
      }
      return [{ file, reference: attachment.reference ?? name }]
    })
  }

  /** Returns what is known of files whose content can't be had. */
  #missingFiles(attachments: readonly TrackerAttachment[]): Record<string, string[]> {
    const missing = attachments.filter((attachment) => !this.#options.hasContent(attachment))
    const words = missing.map(
      ({ name, author, created }) => `${name} (${[author?.name, created].filter(Boolean).join(', ')})`,
    )
    return words.length > 0 ? { files: words.map((word) => word.slice(0, maxKept)) } : {}
  }

  #contextOf(files: readonly NamedFile[]): MarkupContext {
    const ids = new Map(files.map(({ file, reference }) => [reference, file.id]))
    return { mention: (login) => this.#names.get(login), attachment: (name) => ids.get(name) }
  }

  #texts(issue: TrackerIssue, context: MarkupContext): string[] {
    const text = toMarkdown(issue.text, issue.markup, context)
    const more = issue.moreTexts.flatMap(({ heading, text }) =>
      text.trim() === '' ? [] : [`### ${heading}`, toMarkdown(text, issue.markup, context)],
    )
    return [...(text.trim() === '' ? [] : [text]), ...more]
  }

  /** A title that is too long is cut, and stands whole before the description. */
  #title({ title, id: key }: TrackerIssue, description: string[]): string {
    const line = title.replaceAll(/\s+/g, ' ').trim()
    if (line === '') {
      this.#options.findings.add('bugs without a title, which have their number as one', key)
      return key
    }
    if (line.length <= maxTitleLength) return line
    this.#options.findings.add('titles that are too long: shortened, and whole in the description', key)
    description.unshift(line)
    return `${line.slice(0, maxTitleLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
  }

  #within(text: string, key: string, what: string): string {
    if (text.length <= maxImportedTextLength) return text
    this.#options.findings.add(`${what} that are too long: cut`, key)
    return text.slice(0, maxImportedTextLength).replace(/[\ud800-\udbff]$/, '')
  }

  #customFields(issue: TrackerIssue) {
    const custom = {
      description: [] as string[],
      steps: [] as string[],
      labels: [] as string[],
      severity: '',
      component: '',
      fields: namedByTracker<string | string[]>(),
    }
    const kept = namedByTracker<string | string[]>()
    for (const field of issue.customFields) {
      const text = field.values.join(', ')
      const target = targetOf(field, this.#options.mapping)
      if (target === 'nowhere')
        this.#options.findings.add(`field ${field.name}: left out by the mapping file`, issue.id)
      else if (target === 'description') custom.description.push(`**${field.name}:** ${text}`)
      else if (target === 'steps') custom.steps.push(text)
      else if (target === 'labels') custom.labels.push(...field.values)
      else if (target === 'severity') custom.severity = text
      else if (target === 'component') custom.component = text
      else if (target === 'field' && field.values.every(({ length }) => length <= maxKept)) {
        const [only, ...others] = field.values
        custom.fields[fieldFor(field, this.#options.mapping)] =
          only !== undefined && others.length === 0 ? only : [...field.values]
      }
      // What is too long for a word of the history is a text.
      else if (field.values.some(({ length }) => length > maxKept)) custom.description.push(`### ${field.name}`, text)
      else {
        this.#options.findings.add(`${notCarried}field ${field.name}`, issue.id, text)
        kept[field.name] = [...field.values]
      }
    }
    return { custom, kept }
  }

  #kept(values: readonly string[], name: string, key: string): string[] {
    if (values.some(({ length }) => length > maxKept)) this.#options.findings.add(`${name}: too long, cut`, key)
    return values.map((value) => value.slice(0, maxKept))
  }

  #facts(issue: TrackerIssue): Record<string, string | string[]> {
    const kept: Record<string, string | string[]> = {}
    for (const [name, fact] of Object.entries(facts)) {
      const words = fact.of(issue)
      if (words.length === 0) continue
      kept[name] = this.#kept(words, fact.name, issue.id)
      if (fact.fate === 'kept')
        this.#options.findings.add(notCarried + fact.name, issue.id, words.join(', '), words.length)
    }
    if (issue.status) kept['status'] = issue.status.slice(0, maxKept)
    if (issue.priority) kept['priority'] = issue.priority.slice(0, maxKept)
    return kept
  }
}

/** What the names of findings begin with whose words are kept with the bug's history. */
export const notCarried = 'kept: '
