import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { may, type Role } from '#app/domain/scope/permissions.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { addMinutes } from '#app/values/instant.ts'
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

export type ClassSoon = { id: string; title: string; localStart: string }

/** The next classes, within a week, of the discipline the exercise belongs to. */
const classesStatement = ({ db, studio, now }: StudioContext, exerciseId: string) =>
  db.all<ClassSoon>(sql`
    SELECT o.id, t.name AS title, o.local_start AS localStart
    FROM exercises AS e CROSS JOIN occurrences AS o ON o.studio_id = e.studio_id AND o.starts_at > ${now}
      AND o.starts_at < ${addMinutes(now, 7 * 1_440)} AND o.state = 'scheduled'
    JOIN class_types AS t ON t.id = o.class_type_id AND t.discipline_id = e.discipline_id
    WHERE e.studio_id = ${studio.id} AND e.id = ${exerciseId} ORDER BY o.starts_at LIMIT ${classesShown}`)

/** An exercise with its photos, its neighbors in the alphabet and others of its first muscle. Null: no such exercise. */
export async function exercisePage(ctx: StudioContext, viewer: PageViewer, exerciseId: string) {
  const { db, studio } = ctx
  const published = sql`e.studio_id = ${studio.id} AND e.state = 'published'`
  const this_ = sql`(SELECT name FROM exercises WHERE studio_id = ${studio.id} AND id = ${exerciseId})`
  const neighbor = (beyond: '<' | '>') =>
    db.all<Neighbor>(sql`
      SELECT e.id, e.name FROM exercises AS e
      WHERE ${published} AND e.name ${sql.raw(beyond)} ${this_}
      ORDER BY e.name ${sql.raw(beyond === '<' ? 'DESC' : 'ASC')} LIMIT 1`)
  const { exercise, discipline, photos, similar, previous, next, favourite, classes, ...shell } =
    await batch(db, {
      favourite: favouriteStatement(ctx, viewer?.personId ?? '', exerciseId),
      classes: classesStatement(ctx, exerciseId),
      exercise: exerciseStatement(ctx, exerciseId),
      discipline: db.all<{ name: string }>(sql`
      SELECT d.name FROM exercises AS e JOIN disciplines AS d ON d.studio_id = e.studio_id AND d.id = e.discipline_id
      WHERE e.studio_id = ${studio.id} AND e.id = ${exerciseId}`),
      photos: photosStatement(ctx, exerciseId),
      // Same first muscle, nearest in level and equipment first.
      similar: db.all<CardRow>(sql`
      SELECT ${cardColumns} FROM exercises AS o CROSS JOIN exercises AS e
        ON e.studio_id = o.studio_id AND e.body_part = o.body_part AND e.state = 'published' AND e.id <> o.id
      WHERE o.studio_id = ${studio.id} AND o.id = ${exerciseId} AND o.body_part <> ''
      ORDER BY (e.primary_muscles ->> 0 IS o.primary_muscles ->> 0) DESC, (e.discipline_id IS o.discipline_id) DESC,
        (e.level = o.level) DESC, (e.equipment = o.equipment) DESC, e.name LIMIT 4`),
      previous: neighbor('<'),
      next: neighbor('>'),
      ...shellStatements(ctx, viewer),
    })
  const [found] = exercise as Exercise[]
  if (found && found.mergedInto !== null) return mergedAway(found.mergedInto)
  if (!found || (found.state !== 'published' && !maySeeHidden(viewer))) return null
  const { studioId: _, sourceHash: __, ...shown } = found
  return {
    mergedInto: null,
    /** Null where nobody is signed in who could keep it. */
    favourite: viewer?.personId ? favourite.length > 0 : null,
    classes,
    exercise: { ...shown, discipline: discipline[0]?.name ?? '' },
    photos: photos as ExercisePhoto[],
    similar: (similar as CardRow[]).map(toCard),
    previous: (previous as Neighbor[])[0] ?? null,
    next: (next as Neighbor[])[0] ?? null,
    shell: toShell(shell, viewer),
  }
}
