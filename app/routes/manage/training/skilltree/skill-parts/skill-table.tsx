import { Link } from '@remix-run/react'
import type { SkillStatus } from '#app/domain/skills/skill-graph.ts'
import { paths } from '#app/paths.ts'
import { Table } from '#app/ui/list/table.tsx'
import { SkillState } from '#app/ui/training/skill-state.tsx'

type Row = {
  id: string
  name: string
  tier: string
  rule: string
  needs: string
  cleared: number
  learning: number
  status: SkillStatus | null
}

/** The map as a list: tier, rule and what leads to each skill, with somebody’s state. */
export function SkillTable({
  studio,
  rows,
  person,
}: {
  studio: { slug: string }
  rows: readonly Row[]
  person: string | undefined
}) {
  const personal = person !== undefined
  return (
    <section aria-labelledby="as-list">
      <h2 id="as-list">As a list</h2>
      <Table
        caption="Skills by tier, then by name"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Skill',
            place: 'name',
            cell: ({ id, name }) => (
              <Link to={paths.manageSkill(studio, id, { person })}>{name}</Link>
            ),
          },
          ...(personal
            ? [
                {
                  name: 'State',
                  place: 'state' as const,
                  cell: ({ status }: Row) => status && <SkillState status={status} />,
                },
              ]
            : []),
          { name: 'Tier', place: 'under', cell: ({ tier }) => tier },
          { name: 'Cleared after', place: 'desk', cell: ({ rule }) => rule },
          { name: 'Needs', place: 'wide', cell: ({ needs }) => needs },
          { name: 'Cleared', place: 'desk', number: true, cell: ({ cleared }) => cleared },
          { name: 'Learning', place: 'desk', number: true, cell: ({ learning }) => learning },
        ]}
      />
    </section>
  )
}
