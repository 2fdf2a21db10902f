import { type SQL, sql } from 'drizzle-orm'

/**
 * The flow of the class `o` as members see it: its title and what is in it, as JSON (`taughtFlowOf`),
 * in the version that was taught once that is over. One that is somebody's draft is not one of theirs.
 * Expects the alias `o` of occurrences. Short, as each page of a class carries it.
 */
export const taughtFlowSql: SQL = sql`SELECT json_object('title',w.title,'items',
(SELECT json_group_array(json_array(i.value->>'name',(SELECT x.id FROM exercises x
WHERE x.studio_id=o.studio_id AND x.id=i.value->>'exerciseId' AND x.state='published')))
FROM json_each(v.plan,'$.blocks') b,json_each(b.value,'$.items') i))
FROM class_flows t JOIN flows w ON w.id=t.flow_id JOIN flow_versions v
ON v.studio_id=o.studio_id AND v.flow_id=w.id AND v.version=ifnull(t.version,w.version)
WHERE t.studio_id=o.studio_id AND t.occurrence_id=o.id AND w.state<>'draft'`

export type TaughtFlow = { title: string; items: { name: string; exerciseId: string | null }[] }

/** What `taughtFlowSql` answered, each name once; null for none. */
export function taughtFlowOf(found: string | null): TaughtFlow | null {
  if (!found) return null
  const { title, items } = JSON.parse(found) as { title: string; items: [string, string | null][] }
  const named = new Map(items.map(([name, exerciseId]) => [name, { name, exerciseId }]))
  return { title, items: [...named.values()] }
}

/** The title of the flow of the class `o`, no matter who sees it; null for none. */
export const plannedFlowSql: SQL = sql`(
  SELECT flow.title FROM class_flows AS planned_flow
  JOIN flows AS flow ON flow.id = planned_flow.flow_id AND flow.studio_id = o.studio_id
  WHERE planned_flow.studio_id = o.studio_id AND planned_flow.occurrence_id = o.id)`
