import { mailBytes } from '#app/domain/conversations/incoming/read-mail.server.ts'
import type { Env } from '#app/http/environment.ts'
import { readBytes } from '#app/values/read-bytes.ts'
import { jobContext } from '#functions/jobs/job.ts'
import { takeMail } from './messages-in.ts'

/**
 * Mail that the platform hands to the Worker itself (Email Routing): the platform has checked where
 * it comes from. What is too large is refused, so that its sender learns of it.
 */
export const email: EmailExportedHandler<Env> = async (message, env) => {
  const raw = await readBytes(message.raw, mailBytes)
  if (!raw) {
    message.setReject('This message is too large.')
    return
  }
  await takeMail(await jobContext(env), raw, message.to)
}
