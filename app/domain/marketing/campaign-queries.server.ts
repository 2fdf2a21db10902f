import { sql } from 'drizzle-orm'
import type {
  CampaignChannel,
  CampaignState,
  LetterPage,
  Outcome,
} from '#app/db/studio/marketing/campaigns-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

/**
 * How many there are of each outcome, and of those who did something after the letter; behind `a_`
 * and `b_` the same of each subject.
 */
type Counts = Outcome | 'bounced_later' | 'left' | 'booked_after' | 'bought'
export type Tally = Partial<Record<Counts | `${'a' | 'b'}_${Counts}`, number>>

/**
 * How many of an audience would get the letter, under the empty word, and how many why not; `parts`
 * is how many parts their texts have together.
 */
export type Counted = Record<string, number>

export type Campaign = {
  id: string
  name: string
  state: CampaignState
  channel: CampaignChannel
  subject: string
  /** What half of the readers get instead; empty where one is enough. */
  subjectB: string
  text: string
  button: string
  page: LetterPage
  params: string
  audience: string
  occurrenceId: string | null
  counted: Counted
  countedAt: Instant | null
  sendAt: Instant | null
  nextAt: Instant | null
  tally: Tally
  talliedAt: Instant | null
  startedAt: Instant | null
  endedAt: Instant | null
  byName: string
  version: number
  createdAt: Instant
  changedAt: Instant
}

type Row = Omit<Campaign, 'counted' | 'tally'> & { counted: string; tally: string }

const columns = sql`campaign.id, campaign.name, campaign.state, campaign.channel,
  campaign.subject, campaign.subject_b AS subjectB, campaign.text,
  campaign.button, campaign.page, campaign.params, campaign.audience,
  campaign.occurrence_id AS occurrenceId, campaign.counted, campaign.counted_at AS countedAt,
  campaign.send_at AS sendAt, campaign.next_at AS nextAt, campaign.tally,
  campaign.tallied_at AS talliedAt, campaign.started_at AS startedAt,
  campaign.ended_at AS endedAt, campaign.by_name AS byName, campaign.version,
  campaign.created_at AS createdAt, campaign.changed_at AS changedAt`

export const campaignOf = (row: Row): Campaign => ({
  ...row,
  counted: JSON.parse(row.counted) as Counted,
  tally: JSON.parse(row.tally) as Tally,
})

/** One campaign, for a page's batch; `campaignOf` makes it of its row. */
export const campaignStatement = ({ db, studio }: StudioContext, id: string) =>
  db.all<Row>(sql`
    SELECT ${columns} FROM campaigns AS campaign
    WHERE campaign.studio_id = ${studio.id} AND campaign.id = ${id}`)

/** One campaign; null for a strange id. */
export async function findCampaign(ctx: StudioContext, id: string): Promise<Campaign | null> {
  const [row] = await campaignStatement(ctx, id)
  return row ? campaignOf(row) : null
}

/** The newest campaigns of a studio. */
export const campaignsStatement = ({ db, studio }: StudioContext) =>
  db.all<Row>(sql`
    SELECT ${columns} FROM campaigns AS campaign
    WHERE campaign.studio_id = ${studio.id} ORDER BY campaign.created_at DESC, campaign.id LIMIT 100`)

/** Campaigns whose next step is due. */
export const dueCampaigns = async ({ db, studio, now }: StudioContext): Promise<Campaign[]> =>
  (
    await db.all<Row>(sql`
      SELECT ${columns} FROM campaigns AS campaign
      WHERE campaign.studio_id = ${studio.id} AND campaign.state IN ('scheduled', 'sending')
        AND campaign.next_at <= ${now} ORDER BY campaign.next_at, campaign.id LIMIT 10`)
  ).map(campaignOf)
