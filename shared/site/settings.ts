import type { NotificationLevel } from '#shared/following/level.ts'
import { type BugPart, defaultLevels, settableLevels, type UsualLevels } from '#shared/following/usual-levels.ts'
import { defaultProductName, type Site } from './contract.ts'

/** What an administrator sets for the whole installation, where the environment does not. */
export const settingNames = [
  'productName',
  'bannerText',
  'homeTitle',
  'homeText',
  'homeAbout',
  'signUp',
  'mailSender',
  'newsForAssignees',
  'newsForReporters',
  'newsForAffected',
  'newsForFollowers',
] as const
export type SettingName = (typeof settingNames)[number]
export type Settings = Readonly<Record<SettingName, string>>

/** Those that are set; the others have their defaults. */
export type GivenSettings = Partial<Settings>

/** The environment variable of each: where it says something, it wins. */
export const settingVariables: Settings = {
  productName: 'PRODUCT_NAME',
  bannerText: 'BANNER_TEXT',
  homeTitle: 'HOME_TITLE',
  homeText: 'HOME_TEXT',
  homeAbout: 'HOME_ABOUT',
  signUp: 'SIGN_UP',
  mailSender: 'MAIL_FROM',
  newsForAssignees: 'NEWS_FOR_ASSIGNEES',
  newsForReporters: 'NEWS_FOR_REPORTERS',
  newsForAffected: 'NEWS_FOR_AFFECTED',
  newsForFollowers: 'NEWS_FOR_FOLLOWERS',
}

/** Which setting says how much they hear of a bug who chose nothing, by what they are to it. */
export const levelSettings = {
  assignee: 'newsForAssignees',
  reporter: 'newsForReporters',
  affected: 'newsForAffected',
  follower: 'newsForFollowers',
} as const satisfies Readonly<Record<BugPart, SettingName>>

interface Rule {
  /** In characters. */
  readonly max: number
  /** One of these, and nothing else. */
  readonly words?: readonly string[]
  readonly hasLines?: true
  /** Empty is none. */
  readonly mayBeEmpty?: true
}

const levels: Rule = { max: 20, words: settableLevels }

export const settingRules: Readonly<Record<SettingName, Rule>> = {
  // It has to fit the header.
  productName: { max: 40 },
  bannerText: { max: 300, mayBeEmpty: true },
  homeTitle: { max: 120 },
  homeText: { max: 2000, hasLines: true },
  homeAbout: { max: 2000, hasLines: true, mayBeEmpty: true },
  signUp: { max: 2000 },
  mailSender: { max: 80 },
  newsForAssignees: levels,
  newsForReporters: levels,
  newsForAffected: levels,
  newsForFollowers: levels,
}

/** Longest value of any setting, in characters. */
export const maxSettingLength = 2000

/** Returns what is wrong with a value, to stand after the name of what it is for; undefined where it can be used. */
export function settingRefusal(name: SettingName, value: string): string | undefined {
  const { max, hasLines, mayBeEmpty, words } = settingRules[name]
  if (words) return words.includes(value) ? undefined : `must be one of ${words.join(', ')}`
  if (value === '') return mayBeEmpty ? undefined : 'must not be empty'
  if (value.length > max) return `must be at most ${max} characters`
  if (!hasLines && /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value))
    return 'must be on one line, without signs that can’t be seen'
  // It stands before an address.
  if (name === 'mailSender' && /["\\<>]/.test(value)) return 'must be without ", \\, < and >'
  if (name === 'signUp' && !readSignUp(value))
    return 'must be open, closed, invitation, or mail domains such as example.com,example.org'
  return undefined
}

/** Returns all settings: what is given, and else the defaults, of which some name the product. */
export function withDefaults(given: GivenSettings): Settings {
  const { productName = defaultProductName } = given
  return {
    productName,
    bannerText: 'This is a school portfolio project, made for educational purposes. Please enter no real secrets.',
    homeTitle: 'Every bug, brought to light',
    homeText:
      `${productName} is a bug tracker for people who report problems and people who solve them. Say what went wrong and ` +
      'how to see it again; then discuss it, classify it, assign it and close it, all in one place.',
    homeAbout: `${productName} is a school portfolio project. It runs on your own machine as one process beside one database.`,
    signUp: 'open',
    mailSender: productName,
    newsForAssignees: defaultLevels.assignee,
    newsForReporters: defaultLevels.reporter,
    newsForAffected: defaultLevels.affected,
    newsForFollowers: defaultLevels.follower,
    ...given,
  }
}

/** Reads who may sign up: a word, or the mail domains of those who may. @returns undefined for anything else */
export function readSignUp(given: string): Pick<Site, 'isSignUpOpen' | 'signUp' | 'signUpDomains'> | undefined {
  if (given === 'open' || given === 'closed' || given === 'invitation')
    return { isSignUpOpen: given === 'open', signUp: given, signUpDomains: [] }
  const domains = given.split(',').map((domain) => domain.trim().toLowerCase())
  return domains.every((domain) => /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain))
    ? { isSignUpOpen: false, signUp: 'domains', signUpDomains: domains }
    : undefined
}

/** Returns how much people hear of a bug who chose nothing. */
export function usualLevelsOf(settings: Settings): UsualLevels {
  const levelOf = (part: BugPart): NotificationLevel =>
    settableLevels.find((level) => level === settings[levelSettings[part]]) ?? defaultLevels[part]
  return {
    assignee: levelOf('assignee'),
    reporter: levelOf('reporter'),
    affected: levelOf('affected'),
    follower: levelOf('follower'),
  }
}

/** What pages carry beside the settings. */
export interface SiteFacts extends Pick<Site, 'sendsMail' | 'maxAttachmentBytes' | 'version' | 'demo'> {
  /** Without a name: the product's. */
  readonly author: Partial<Site['author']>
}

/** Returns what pages carry. */
export function siteOf(settings: Settings, facts: SiteFacts): Site {
  const { productName, bannerText, homeTitle, homeText, homeAbout } = settings
  return {
    ...facts,
    productName,
    bannerText,
    home: { title: homeTitle, text: homeText, about: homeAbout },
    author: { ...facts.author, name: facts.author.name ?? productName },
    ...(readSignUp(settings.signUp) ?? { isSignUpOpen: false, signUp: 'closed', signUpDomains: [] }),
  }
}
