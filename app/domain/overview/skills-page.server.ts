/** A member’s own skills: the map of a discipline, and one skill with what is missing. */
import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { openedBy, pathTo, statusOf } from '#app/domain/skills/skill-graph.ts'
import {
  assessmentsStatement,
  standsStatement,
  toStands,
  toTreeSkill,
  treeDisciplinesStatement,
  treeStatement,
} from '#app/domain/skills/skill-queries.server.ts'
import {
  disciplineSql,
  skillDetailStatement,
  skillLinksStatements,
  teachingClassesSql,
} from '#app/domain/skills/tree-page.server.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import {
  listingsOfStatement,
  toListings,
  viewerStatements,
} from '#app/domain/timetable/listing-queries.server.ts'
import { addDays, localDate } from '#app/values/zone.ts'

type PageViewer = { personId: string; name: string; email: string }

/** Days ahead in which classes that teach a skill are shown. */
const ahead = 31

/** The map of one discipline with where the member stands. One trip. */
export async function mySkillsPage(ctx: MemberContext, viewer: PageViewer, asked: string) {
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    disciplines: treeDisciplinesStatement(ctx),
    skills: treeStatement(ctx, sql`skill.discipline_id = ${disciplineSql(ctx, asked)}`),
    stands: standsStatement(ctx, sql`(${viewer.personId})`),
  })
  const skills = answer.skills.map(toTreeSkill)
  const stands = toStands(answer.stands)
  const withTree = answer.disciplines.filter((one) => one.skills > 0)
  return {
    shell: toShell(answer, viewer),
    disciplines: withTree,
    discipline: withTree.find(({ id }) => id === skills[0]?.disciplineId) ?? null,
    skills,
    stands,
    points: skills.reduce(
      (sum, one) => sum + (stands.get(one.id)?.state === 'cleared' ? one.points : 0),
      0,
    ),
    today: localDate(ctx.now, ctx.studio.timeZone),
  }
}

/**
 * One skill for the member: what is missing, what the coach saw, the classes that teach it this
 * month with where the member stands to each, what it opens and the way there. One trip; null for a
 * foreign id, or one that was taken off the tree and that they never began.
 */
export async function mySkillPage(ctx: MemberContext, viewer: PageViewer, skillId: string) {
  const { personId } = viewer
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const range = { from: today, until: addDays(today, ahead) }
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    skill: skillDetailStatement(ctx, skillId),
    ...skillLinksStatements(ctx, skillId),
    tree: treeStatement(
      ctx,
      sql`skill.discipline_id = (SELECT own.discipline_id FROM skills AS own
        WHERE own.studio_id = ${ctx.studio.id} AND own.id = ${skillId})`,
    ),
    stands: standsStatement(ctx, sql`(${personId})`),
    seen: assessmentsStatement(ctx, personId, skillId),
    rows: listingsOfStatement(
      ctx,
      sql`SELECT * FROM (${teachingClassesSql(ctx, sql`(${skillId})`, ahead)}
        ORDER BY o.local_start LIMIT 12)`,
      sql`1`,
      12,
    ),
    ...viewerStatements(ctx, personId, range),
  })
  const [skill] = answer.skill
  const stands = toStands(answer.stands)
  if (!skill || (skill.archivedAt && !stands.has(skillId))) return null
  const tree = answer.tree.map(toTreeSkill)
  const node = tree.find(({ id }) => id === skillId)
  const names = new Map(tree.map(({ id, name }) => [id, name]))
  const opens = openedBy(skillId, tree)
  return {
    shell: toShell(answer, viewer),
    today,
    skill,
    links: [...answer.ties, ...answer.teaching],
    status: node ? statusOf(node, stands, today) : ('cleared' as const),
    stand: answer.stands.find((row) => row.skillId === skillId) ?? null,
    seen: answer.seen,
    classes: toListings(ctx, answer.rows, answer, personId),
    way: node
      ? (pathTo(skillId, tree, stands, today) ?? []).map((step) => ({
          ...step,
          name: names.get(step.id) ?? '',
        }))
      : [],
    opens: opens.map((id) => ({ id, name: names.get(id) ?? '' })),
    ready: addDays(
      today,
      7 *
        Math.ceil((pathTo(skillId, tree, stands, today) ?? []).reduce((n, s) => n + s.days, 0) / 2),
    ),
  }
}
