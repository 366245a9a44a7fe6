/**
 * Whether mail goes out: `off` without a mail server, `no-public-url` without an address for links, `held` after a restore
 * until an administrator releases it.
 */
export const mailStates = ['ready', 'off', 'no-public-url', 'held'] as const
export type MailState = (typeof mailStates)[number]

/** When somebody is mailed what they are told: minutes after it happened, once a day, each Monday, or not. */
export const mailFrequencies = ['soon', 'daily', 'weekly', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/**
 * What the link of a mail that ends such mails is about: one bug, what comes into a view, all mail about bugs, a visitor's
 * conversation, or the report of somebody without an account. A token begins with it, so that its page can say what its button does.
 */
export const lessMailOf = ['bug', 'view', 'all', 'chat', 'report'] as const
export type LessMailOf = (typeof lessMailOf)[number]
