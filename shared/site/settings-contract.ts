import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { oneOf, text, timestamp } from '#shared/http/fields.ts'
import { person } from '#shared/users/contract.ts'
import { maxSettingLength, settingNames } from './settings.ts'

const name = oneOf(settingNames)

const setting = z.object({
  name,
  /** As it holds now; empty for none. */
  value: z.string(),
  /** What it is where nobody has set it. */
  default: z.string(),
  /** The environment variable that sets it for the operator. */
  variable: z.string(),
  /** That variable is set: it can't be changed here. */
  isLocked: z.boolean(),
  /** When it was set last, where somebody has. */
  changedOn: z.optional(timestamp),
  changedBy: z.optional(person),
})
export type Setting = z.output<typeof setting>

const reply = z.object({ result: z.array(setting) })

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'canManageInstallation',
  summary: 'What the installation is called and says of itself, who may sign up, and as whom mail is sent.',
  reply,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  access: 'canManageInstallation',
  summary:
    'Sets some of the settings, all or none. Refused with 409 where one was changed meanwhile, or is set by an environment variable; `field` names it.',
  body: z.object({
    changes: z
      .array(
        z.object({
          name,
          /** null: the default again. */
          value: z.nullable(text(maxSettingLength)),
          /** The value that the change was made from. */
          was: z.string(),
        }),
      )
      .check(z.minLength(1, 'must not be empty'), z.maxLength(settingNames.length, 'must name each setting once')),
  }),
  reply,
})
