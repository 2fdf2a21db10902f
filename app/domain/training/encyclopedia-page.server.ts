import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { shelfFilledStatement } from '#app/domain/videos/video-queries.server.ts'
import { type Combination, countValues, nameDisciplines } from './exercise-facets.ts'
import {
  type ExerciseFilters,
  facetNames,
  parseExerciseFilters,
  parsePage,
} from './exercise-filters.ts'
import { matchedCte } from './exercise-search.server.ts'
import { exerciseWhere, facetColumn } from './exercise-where.server.ts'

type PageViewer = { personId: string | null; name: string; email: string } | null

/** Cards on one page: four rows of six or of two fill whole rows. */
const cardsPerPage = 24

/** An exercise as a card shows it. */
export type ExerciseCard = {
  id: string
  name: string
  level: string
  equipment: string
  bodyPart: string
  muscles: string[]
  /** The first photo; null where a drawing stands for it. */
  photo: CardPhoto | null
}

export type CardPhoto = {
  id: string
  placeholder: string
  /** Pixels of what is kept. */
  width: number | null
  height: number | null
}

export type CardRow = Omit<ExerciseCard, 'muscles' | 'photo'> & {
  muscles: string
  photo: string | null
}

/** Columns of a card over `exercises AS exercise`. */
export const cardColumns = sql`exercise.id, exercise.name, exercise.level, exercise.equipment,
  exercise.body_part AS bodyPart, exercise.primary_muscles AS muscles,
  (SELECT json_object('id', photo.id, 'placeholder', object.placeholder, 'width', object.width,
      'height', object.height)
    FROM exercise_media AS photo
    JOIN objects AS object ON object.studio_id = photo.studio_id AND object.id = photo.object_id
    WHERE photo.studio_id = exercise.studio_id AND photo.exercise_id = exercise.id
    ORDER BY photo.position, photo.id LIMIT 1) AS photo`

export const toCard = (row: CardRow): ExerciseCard => ({
  ...row,
  muscles: JSON.parse(row.muscles) as string[],
  photo: row.photo === null ? null : (JSON.parse(row.photo) as CardPhoto),
})

/** The published library: one page of cards, the facets with counts, the shell. One trip. */
export async function encyclopediaPage(
  ctx: StudioContext,
  viewer: PageViewer,
  search: URLSearchParams,
  /** A SELECT of the ids of what is taught this week; nothing is where it is left out. */
  taughtSql: SQL = sql`SELECT NULL`,
) {
  const asked = parseExerciseFilters(search)
  // Nobody else's favourites, and nobody's for anyone who is not signed in here.
  const keeper = viewer?.personId ?? ''
  const filters = { ...asked, mine: keeper === '' ? '' : asked.mine }
  const page = parsePage(search)
  const { cards, combinations, disciplines, shelf, ...shell } = await batch(ctx.db, {
    shelf: keeper === '' ? null : shelfFilledStatement(ctx),
    cards: cardsStatement(ctx, filters, page, keeper, taughtSql),
    combinations: combinationsStatement(ctx, filters, keeper, taughtSql),
    disciplines: ctx.db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM disciplines WHERE studio_id = ${ctx.studio.id} ORDER BY sort, name`,
    ),
    ...shellStatements(ctx, viewer),
  })
  const { total, values } = countValues(combinations, filters)
  return {
    filters,
    keeps: keeper !== '',
    /** There are videos on the shelf, for who may open it. */
    videos: (shelf ?? []).length > 0,
    page,
    pages: Math.max(1, Math.ceil(total / cardsPerPage)),
    total,
    cards: (cards as CardRow[]).map(toCard),
    facets: { ...values, discipline: nameDisciplines(values.discipline, disciplines) },
    shell: toShell(shell, viewer),
  }
}

/** Only what `keeper`, a person, keeps among their favourites, or what is taught this week, if asked. */
function mineSql(
  studioId: string,
  { mine, week }: ExerciseFilters,
  keeper: string,
  taughtSql: SQL,
): SQL {
  const kept = sql`exercise.id IN (SELECT exercise_id FROM exercise_favourites
    WHERE studio_id = ${studioId} AND person_id = ${keeper})`
  return sql`${mine ? kept : sql`1`} AND ${week ? sql`exercise.id IN (${taughtSql})` : sql`1`}`
}

function cardsStatement(
  { db, studio }: StudioContext,
  filters: ExerciseFilters,
  page: number,
  keeper: string,
  taughtSql: SQL,
): Statement<CardRow[]> {
  const matched = matchedCte(studio.id, filters.q)
  const where = sql`${exerciseWhere(studio.id, filters, { published: true })}
    AND ${mineSql(studio.id, filters, keeper, taughtSql)}`
  const rest = sql`LIMIT ${cardsPerPage} OFFSET ${(page - 1) * cardsPerPage}`
  return db.all<CardRow>(
    matched
      ? sql`WITH ${matched} SELECT ${cardColumns} FROM matched
        CROSS JOIN exercises AS exercise ON exercise.id = matched.exercise_id
          WHERE ${where} ORDER BY matched.score DESC, length(exercise.name), exercise.name ${rest}`
      : sql`SELECT ${cardColumns} FROM exercises AS exercise WHERE ${where}
        ORDER BY exercise.name ${rest}`,
  )
}

/**
 * How many exercises there are of each combination of facets, whatever is chosen: `countValues`
 * does the rest.
 */
function combinationsStatement(
  { db, studio }: StudioContext,
  filters: ExerciseFilters,
  keeper: string,
  taughtSql: SQL,
): Statement<Combination[]> {
  const matched = matchedCte(studio.id, filters.q)
  const columns = sql.join(
    facetNames.map((name) => sql`coalesce(${facetColumn(name)}, '') AS ${sql.raw(name)}`),
    sql`, `,
  )
  const where = sql`WHERE exercise.studio_id = ${studio.id} AND exercise.state = 'published'
    AND ${mineSql(studio.id, filters, keeper, taughtSql)}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`
  return db.all<Combination>(
    matched
      ? sql`WITH ${matched} SELECT ${columns}, count(*) AS n
          FROM matched CROSS JOIN exercises AS exercise
            ON exercise.id = matched.exercise_id ${where}`
      : sql`SELECT ${columns}, count(*) AS n
        FROM exercises AS exercise INDEXED BY exercises_by_facet ${where}`,
  )
}
