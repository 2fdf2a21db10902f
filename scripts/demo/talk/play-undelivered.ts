/** Two letters that a mail server refused until they were given up, for the list of them. */
import { sql } from 'drizzle-orm'
import { triesAtMost } from '#app/domain/messaging/deliver-outbox.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { composeLetter } from '#app/messages/letter-html.ts'
import type { Player } from '../player.ts'

const refused = '550 5.1.1 The email account that you tried to reach does not exist'

/** To be played behind what clears the outbox of the past. */
export function playUndelivered(player: Player): void {
  player.at(player.now, async ({ ctx }) => {
    const { db, studio, nowMs } = ctx
    const writtenMs = nowMs - 30 * 3_600_000
    const queue = (kind: string, to: string, subject: string, line: string) =>
      queueStatement(
        db,
        {
          studioId: studio.id,
          dedupeKey: `undelivered:${studio.id}:${kind}`,
          to,
          kind,
          letter: composeLetter({ subject, paragraphs: [line], foot: [studio.name] }),
        },
        writtenMs,
      )
    await queue(
      'lead-answer',
      'sofie.lind@exmaple.test',
      `Your question to ${studio.name}`,
      'Yes, beginners are welcome in every class that says so.',
    )
    await queue('sign-in-link', 'tomas@old-address.test', '', '')
    // As the last of six tries leaves them: what opens something is blanked.
    await db.run(sql`
      UPDATE outbox SET state = 'failed', attempts = ${triesAtMost}, last_error = ${refused},
        next_attempt_at_ms = ${nowMs - 20 * 3_600_000},
        text = iif(kind = 'sign-in-link', '', text), html = iif(kind = 'sign-in-link', '', html)
      WHERE studio_id = ${studio.id} AND dedupe_key LIKE ${`undelivered:${studio.id}:%`}`)
  })
}
