import { sql } from 'drizzle-orm'
import { highScore, lowScore } from '../../scores/score-words.ts'
import type { Dataset } from '../dataset.ts'
import { between, monthSql } from './people-datasets.server.ts'

const high = sql`(ask.score >= ${highScore})`
const low = sql`(ask.score <= ${lowScore})`

export const scores: Dataset = {
  id: 'scores',
  name: 'Scores',
  grain: 'how likely one member is to recommend you',
  basis: '',
  snapshot: false,
  day: 'the day they answered',
  from: (ctx, period) => sql`
    FROM score_asks AS ask INDEXED BY score_asks_by_answer
    JOIN people AS person ON person.id = ask.person_id
    WHERE ask.studio_id = ${ctx.studio.id} AND ask.answered_at IS NOT NULL
      AND ${between(ctx, sql`ask.answered_at`, period)}`,
  order: sql`ask.answered_at, ask.id`,
  traits: [
    {
      id: 'person',
      name: 'Person',
      kind: 'text',
      about: 'Who answered.',
      sql: sql`person.name`,
      opens: { link: 'person', ref: sql`person.id` },
    },
    {
      id: 'at',
      name: 'Answered',
      kind: 'instant',
      about: 'The first time; they may have changed it since.',
      sql: sql`ask.answered_at`,
    },
    {
      id: 'month',
      name: 'Month',
      kind: 'month',
      group: true,
      about: 'The month they answered.',
      sql: monthSql(sql`ask.answered_at`),
    },
    {
      id: 'answer',
      name: 'Answer',
      kind: 'text',
      group: true,
      about: 'The number they pressed, from 0 to 10.',
      sql: sql`CAST(ask.score AS TEXT)`,
    },
    {
      id: 'comment',
      name: 'What they wrote',
      kind: 'text',
      about: 'Why, where they said so.',
      sql: sql`ask.comment`,
    },
  ],
  measures: [
    { id: 'answers', name: 'Answers', kind: 'number', sql: sql`1`, about: 'How many.' },
    { id: 'high', name: '9 or 10', kind: 'number', sql: high, about: 'Recommend you.' },
    { id: 'low', name: '0 to 6', kind: 'number', sql: low, about: 'Would not.' },
    {
      id: 'score',
      name: 'Score',
      kind: 'number',
      formula: '9 or 10, % − 0 to 6, %',
      about: 'From −100 to 100.',
      sql: null,
      total: sql`CAST(round(100.0 * (sum(${high}) - sum(${low})) / nullif(count(*), 0)) AS INTEGER)`,
    },
  ],
}
