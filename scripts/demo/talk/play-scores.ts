/** Some members were asked how likely they are to recommend the studio, and a few answered. */
import { sql } from 'drizzle-orm'
import { answerScore, commentScore } from '#app/domain/insights/scores/answer-score.server.ts'
import { askScores } from '#app/domain/insights/scores/ask-scores.server.ts'
import { saveScoreRule } from '#app/domain/insights/scores/score-rule.server.ts'
import { addDays, instantOf, localDate } from '#app/values/zone.ts'
import type { Player } from '../player.ts'

const answers = [10, 9, 9, 8, 10, 7, 9, 8]

/** Asked four days ago at eleven, behind the consents that a campaign asks for; answered that evening. */
export function playScores(player: Player, slug: string): void {
  if (slug !== 'northside') return
  const day = addDays(localDate(player.now, player.timeZone), -4)
  const at = (time: string) => instantOf(`${day}T${time}`, player.timeZone)
  player.at(at('10:55'), ({ desk }) =>
    saveScoreRule(desk, { asks: true, everyDays: 90, version: 0 }),
  )
  player.at(at('11:00'), ({ ctx }) => askScores(ctx))
  player.at(at('19:00'), async ({ ctx }) => {
    // The link stands in the letter alone, which has not gone out yet.
    const letters = await ctx.db.all<{ text: string }>(sql`
      SELECT letter.text FROM score_asks AS ask
      JOIN outbox AS letter ON letter.dedupe_key = 'score:' || ask.id
      WHERE ask.studio_id = ${ctx.studio.id} ORDER BY ask.person_id LIMIT ${answers.length}`)
    for (const [i, { text }] of letters.entries()) {
      const token = /\/recommend\/([\w-]+)/.exec(text)?.[1] ?? ''
      await answerScore(ctx, token, answers[i]!)
      if (i === 0) await commentScore(ctx, token, 'The coaches know my name and my shoulder.')
    }
  })
}
