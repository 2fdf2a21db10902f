import { type SQL, sql } from 'drizzle-orm'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { liveSql } from './lead-sql.server.ts'

/** What is as long as an address in a raw post: a shorter text would be found in anyone's. */
const longEnough = 6

/** A SELECT of the ids of somebody’s leads, over ones among them. */
export const leadsOfSql = (
  { studio }: Pick<StudioContext, 'studio'>,
  personId: string,
): SQL => sql`SELECT lead.id FROM leads AS lead
  WHERE lead.studio_id = ${studio.id} AND lead.person_id = ${personId}`

/**
 * What was said with the leads of someone, and what forms were sent by them, for the batch that
 * erases them; before the leads lose their person, and behind their tasks. Posts that became no lead
 * are found by their address. A lead that was open is lost: nobody can answer it any more.
 */
export function eraseLeadStatements(
  { db, studio, now }: Pick<StudioContext, 'db' | 'studio' | 'now'>,
  { personId, addresses }: { personId: string; addresses: readonly string[] },
  onlyIf: SQL,
) {
  const own = leadsOfSql({ studio }, personId)
  const said = addresses
    .filter((address) => address.length >= longEnough)
    .flatMap((address) => [
      address,
      encodeURIComponent(address),
      JSON.stringify(address).slice(1, -1),
    ])
  return {
    lost: db.run(sql`
      UPDATE leads SET state = 'lost', next_ref = NULL, next_at = NULL, closed_at = ${now},
        stage_since = ${now}, version = version + 1,
        stage_id = coalesce((SELECT stage.id FROM lead_stages AS stage
          WHERE stage.studio_id = leads.studio_id AND stage.pipeline_id = leads.pipeline_id
            AND stage.kind = 'lost' ORDER BY stage.position LIMIT 1), stage_id)
      WHERE studio_id = ${studio.id} AND person_id = ${personId} AND ${liveSql('leads')}
        AND ${onlyIf}`),
    touches: db.run(sql`
      UPDATE lead_touches SET text = '', detail = '{}', by_name = iif(by_name IN (
          SELECT name FROM people WHERE id = ${personId}), '', by_name)
      WHERE studio_id = ${studio.id} AND lead_id IN (${own}) AND ${onlyIf}`),
    submissions: db.run(sql`
      UPDATE lead_submissions SET raw = '', page = '', why = ''
      WHERE studio_id = ${studio.id} AND ${onlyIf} AND (lead_id IN (${own}) OR EXISTS (
        SELECT 1 FROM json_each(${JSON.stringify(said)}) AS said
        WHERE instr(lower(lead_submissions.raw), lower(said.value)) > 0))`),
  }
}
