import { sql } from 'drizzle-orm'
import { batch, type Results, type Statement } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { metBy } from './contraindications.ts'
import { type CardRow, cardColumns, toCard } from './encyclopedia-page.server.ts'
import {
  type Exercise,
  type ExercisePhoto,
  exerciseStatement,
  photosStatement,
} from './exercise-queries.server.ts'
import { favouriteStatement } from './keep-favourite.server.ts'

type PageViewer = { personId: string | null; role: Role; name: string; email: string } | null

/** Whether a viewer may look at drafts and hidden exercises: staff of this studio. */
export const maySeeHidden = (viewer: PageViewer) =>
  viewer !== null && viewer.personId !== null && may(viewer.role, 'training:read')

type Neighbor = { id: string; name: string }

/** The exercise is another one's duplicate: its address leads there. */
const mergedAway = (into: string): { mergedInto: string } => ({ mergedInto: into })

/** Classes of an exercise's discipline shown beside it. */
const classesShown = 3

export type ClassSoon = { id: string; title: string; localStart: string; coachName?: string }

/** The next classes, within a week, of the discipline the exercise belongs to. */
const classesStatement = ({ db, studio, now }: StudioContext, exerciseId: string) =>
  db.all<ClassSoon>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart
    FROM exercises AS exercise
    CROSS JOIN occurrences AS o ON o.studio_id = exercise.studio_id AND o.starts_at > ${now}
      AND o.starts_at < ${addMinutes(now, 7 * 1_440)} AND o.state = 'scheduled'
    JOIN class_types AS class_type ON class_type.id = o.class_type_id
      AND class_type.discipline_id = exercise.discipline_id
    WHERE exercise.studio_id = ${studio.id} AND exercise.id = ${exerciseId} ORDER BY o.starts_at
    LIMIT ${classesShown}`)

export type ChainLink = { id: string; name: string; state: string; side: 'easier' | 'harder' }

/** What leads up to an exercise, and what it leads up to: the nearest of each. */
export const chainStatement = ({ db, studio }: StudioContext, exerciseId: string) =>
  db.all<ChainLink>(sql`
    SELECT exercise.id, exercise.name, exercise.state, side FROM (
      SELECT easier_id AS id, 'easier' AS side FROM exercise_links
        WHERE studio_id = ${studio.id} AND harder_id = ${exerciseId}
      UNION ALL SELECT harder_id, 'harder' FROM exercise_links
        WHERE studio_id = ${studio.id} AND easier_id = ${exerciseId}) AS link
    JOIN exercises AS exercise ON exercise.studio_id = ${studio.id}
      AND exercise.id = link.id AND exercise.merged_into IS NULL
    ORDER BY side, exercise.name LIMIT 24`)

/**
 * An exercise with its photos, its neighbors in the alphabet and others of its first muscle. Null:
 * no such exercise. `beside` is read in the same trip: what contexts after this one know of it.
 */
export async function exercisePage<Beside extends Record<string, Statement>>(
  ctx: StudioContext,
  viewer: PageViewer,
  exerciseId: string,
  beside = {} as Beside,
) {
  const { db, studio } = ctx
  const published = sql`exercise.studio_id = ${studio.id} AND exercise.state = 'published'`
  const this_ = sql`(SELECT name FROM exercises
    WHERE studio_id = ${studio.id} AND id = ${exerciseId})`
  const neighbor = (beyond: '<' | '>') =>
    db.all<Neighbor>(sql`
      SELECT exercise.id, exercise.name FROM exercises AS exercise
      WHERE ${published} AND exercise.name ${sql.raw(beyond)} ${this_}
      ORDER BY exercise.name ${sql.raw(beyond === '<' ? 'DESC' : 'ASC')} LIMIT 1`)
  const answer = await batch(db, {
    ...(beside as Record<never, never>),
    chain: chainStatement(ctx, exerciseId),
    notes: viewer?.personId
      ? db.all<{ text: string }>(sql`
            SELECT text FROM person_notes WHERE studio_id = ${studio.id}
              AND person_id = ${viewer.personId} AND kind = 'injury' AND removed_at IS NULL`)
      : null,
    favourite: favouriteStatement(ctx, viewer?.personId ?? '', exerciseId),
    classes: classesStatement(ctx, exerciseId),
    exercise: exerciseStatement(ctx, exerciseId),
    discipline: db.all<{ name: string }>(sql`
      SELECT discipline.name FROM exercises AS exercise
      JOIN disciplines AS discipline ON discipline.studio_id = exercise.studio_id
        AND discipline.id = exercise.discipline_id
      WHERE exercise.studio_id = ${studio.id} AND exercise.id = ${exerciseId}`),
    photos: photosStatement(ctx, exerciseId),
    // Same first muscle, nearest in level and equipment first.
    similar: db.all<CardRow>(sql`
      SELECT ${cardColumns} FROM exercises AS shown CROSS JOIN exercises AS exercise
        ON exercise.studio_id = shown.studio_id AND exercise.body_part = shown.body_part
        AND exercise.state = 'published' AND exercise.id <> shown.id
      WHERE shown.studio_id = ${studio.id} AND shown.id = ${exerciseId} AND shown.body_part <> ''
      ORDER BY (exercise.primary_muscles ->> 0 IS shown.primary_muscles ->> 0) DESC,
        (exercise.discipline_id IS shown.discipline_id) DESC, (exercise.level = shown.level) DESC,
        (exercise.equipment = shown.equipment) DESC, exercise.name LIMIT 4`),
    previous: neighbor('<'),
    next: neighbor('>'),
    ...shellStatements(ctx, viewer),
  })
  const {
    exercise,
    discipline,
    photos,
    similar,
    previous,
    next,
    favourite,
    classes,
    chain,
    notes,
  } = answer
  const [found] = exercise as Exercise[]
  if (found && found.mergedInto !== null) return mergedAway(found.mergedInto)
  if (!found || (found.state !== 'published' && !maySeeHidden(viewer))) return null
  const { studioId: _, sourceHash: __, ...shown } = found
  return {
    mergedInto: null,
    /** Null where nobody is signed in who could keep it. */
    favourite: viewer?.personId ? favourite.length > 0 : null,
    classes,
    beside: answer as unknown as Results<Beside>,
    chain: chain.filter(({ state }) => state === 'published'),
    /** What of it may not suit whom the viewer is; the words of a note stay with staff. */
    warnings: metBy(found.contraindications, (notes ?? []).map(({ text }) => text).join('. ')),
    exercise: { ...shown, discipline: discipline[0]?.name ?? '' },
    photos: photos as ExercisePhoto[],
    similar: (similar as CardRow[]).map(toCard),
    previous: (previous as Neighbor[])[0] ?? null,
    next: (next as Neighbor[])[0] ?? null,
    shell: toShell(answer, viewer),
  }
}
