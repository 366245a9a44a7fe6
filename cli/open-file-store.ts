import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { type AttachmentStore, openAttachmentStore } from '#server/features/attachments/public.ts'

/** Opens the store of attached files of the settings. @throws ConfigError where files can't be kept */
export async function openFileStore(env: NodeJS.ProcessEnv): Promise<AttachmentStore> {
  const config = readConfig(env)
  const attachments = openAttachmentStore(config, openLog(env['LOG_LEVEL'] ? config.logLevel : 'fatal'))
  await attachments.store.check()
  return attachments
}
