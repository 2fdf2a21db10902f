import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { campaignChannels, campaignStates, letterPages, outcomes } from './campaigns-words.ts'

/** One letter to many. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text().primaryKey(),
    studioId: text('studio_id').notNull(),
    name: text().notNull(),
    state: text({ enum: campaignStates }).notNull(),
    channel: text({ enum: campaignChannels }).notNull().default('email'),
    /** Empty in a text. */
    subject: text().notNull(),
    /** A second subject for half of the readers; empty has none. */
    subjectB: text('subject_b').notNull().default(''),
    text: text().notNull(),
    /** What the button of the letter says; empty has none. */
    button: text().notNull().default(''),
    page: text({ enum: letterPages }).notNull().default(''),
    /** Filters of the people list, as in an address. */
    params: text().notNull(),
    /** What the audience is called: a view, or a segment as it was named. */
    audience: text().notNull(),
    /** The class whose places it fills; null for any other. */
    occurrenceId: text('occurrence_id'),
    /** How many the audience has by what becomes of each, as JSON, and when that was counted. */
    counted: text().notNull().default('{}'),
    countedAt: text('counted_at'),
    /** When it is to go out; null in a draft. */
    sendAt: text('send_at'),
    /** Not before then is there a next step: the quiet hours, or time to answer. */
    nextAt: text('next_at'),
    /** How many there are by outcome and by what they did, as JSON, and when that was counted. */
    tally: text().notNull().default('{}'),
    talliedAt: text('tallied_at'),
    /** When it was last looked for what people did after their letter. */
    followedAt: text('followed_at'),
    startedAt: text('started_at'),
    endedAt: text('ended_at'),
    /** Who wrote it. */
    byName: text('by_name').notNull(),
    /** Raised by each edit; a second editor is told. */
    version: integer().notNull().default(1),
    createdAt: text('created_at').notNull(),
    changedAt: text('changed_at').notNull(),
  },
  (t) => [
    index('campaigns_newest').on(t.studioId, t.createdAt),
    index('campaigns_due').on(t.studioId, t.nextAt).where(sql`state IN ('scheduled', 'sending')`),
    index('campaigns_followed')
      .on(t.studioId, t.startedAt)
      .where(sql`state IN ('sending', 'sent', 'cancelled') AND started_at IS NOT NULL`),
  ],
)

/** Everyone of a campaign's audience as it was when sending began, and what became of each. */
export const campaignRecipients = sqliteTable(
  'campaign_recipients',
  {
    studioId: text('studio_id').notNull(),
    campaignId: text('campaign_id').notNull(),
    personId: text('person_id').notNull(),
    outcome: text({ enum: outcomes }).notNull(),
    /** Where the letter went; empty before, and once they are erased. */
    address: text().notNull().default(''),
    /** Which subject they got, where a campaign tries two: `a` or `b`. */
    variant: text({ enum: ['', 'a', 'b'] })
      .notNull()
      .default(''),
    at: text().notNull(),
    bouncedAt: text('bounced_at'),
    unsubscribedAt: text('unsubscribed_at'),
    bookedAt: text('booked_at'),
    boughtAt: text('bought_at'),
  },
  (t) => [
    primaryKey({ columns: [t.studioId, t.campaignId, t.personId] }),
    index('campaign_recipients_by_outcome').on(t.studioId, t.campaignId, t.outcome, t.personId),
    index('campaign_recipients_by_address')
      .on(t.studioId, t.campaignId, t.address)
      .where(sql`address <> ''`),
    // Who they are that did something after their letter: few of many.
    ...(['bounced_at', 'unsubscribed_at', 'booked_at', 'bought_at'] as const).map((did) =>
      index(`campaign_recipients_${did.replace('_at', '')}`)
        .on(t.studioId, t.campaignId, t.personId)
        .where(sql.raw(`${did} IS NOT NULL`)),
    ),
    index('campaign_recipients_by_person').on(t.studioId, t.personId, t.outcome, t.at),
  ],
)

/** How often a studio writes to one person, and when; without a row the usual. */
export const marketingRules = sqliteTable('marketing_rules', {
  studioId: text('studio_id').primaryKey(),
  /** So many letters at most in so many days. */
  letters: integer().notNull(),
  days: integer().notNull(),
  /** The local hour from which letters go out, and from which they do not. */
  fromHour: integer('from_hour').notNull(),
  untilHour: integer('until_hour').notNull(),
  /** What one part of a text costs the studio, in ten-thousandths of its currency; 0 is not known. */
  textPrice: integer('text_price').notNull().default(0),
  version: integer().notNull().default(1),
})
