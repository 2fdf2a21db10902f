import { Form, Link } from '@remix-run/react'
import type { SkillStatus } from '#app/domain/skills/skill-graph.ts'
import { moreDays, sideWords } from '#app/domain/skills/skill-words.ts'
import { paths } from '#app/paths.ts'
import { Table } from '#app/ui/list/table.tsx'
import { SkillState } from '#app/ui/training/skill-state.tsx'
import { count } from '#app/values/wording.ts'

type Seen = {
  id: string
  kind: 'seen' | 'claimed' | 'brought'
  on: string
  by: string
  left: number
  right: number
  familiar: boolean
  note: string
  evidence: string
}

const kinds = { seen: '', claimed: 'Says so themselves', brought: 'From before' }

/** One person’s days with a skill: what was seen, by whom, and what is missing. */
export function SeenDays(props: {
  studio: { slug: string }
  skill: { id: string; name: string; twoSided: boolean; times: number; days: number }
  person: {
    id: string
    name: string
    status: SkillStatus
    left: number
    sides: { left: number; right: number } | null
    seen: readonly Seen[]
    way: { classes: number; steps: { id: string; name: string; days: number }[] } | null
  }
  mayAssess: boolean
}) {
  const { studio, skill, person, mayAssess } = props
  const { sides, way } = person
  return (
    <section aria-labelledby="person">
      <h2 id="person">
        {person.name} <SkillState status={person.status} />
      </h2>
      <p>
        {person.status === 'cleared'
          ? 'Nothing is missing.'
          : `${moreDays(person.left)[0]?.toUpperCase()}${moreDays(person.left).slice(1)}, ${count(skill.times, 'clean time')}${skill.twoSided ? ' on each side' : ''}. A second try on the same day doesn’t count.`}
      </p>
      {skill.twoSided && sides && (
        <p className="muted">
          {sideWords('Left', sides.left, skill.days)}, {sideWords('Right', sides.right, skill.days)}
        </p>
      )}
      {way && way.steps.length > 1 && (
        <>
          <h3>
            The way there: about {count(way.classes, 'class', 'classes')}{' '}
            <Link to={paths.manageSkills(studio, { person: person.id, goal: skill.id })}>
              On the map
            </Link>
          </h3>
          <ol className="lines">
            {way.steps.map((step) => (
              <li key={step.id}>
                <Link to={paths.manageSkill(studio, step.id, { person: person.id })}>
                  {step.name}
                </Link>{' '}
                <small className="muted">{count(step.days, 'class', 'classes')}</small>
              </li>
            ))}
          </ol>
        </>
      )}
      {person.seen.length > 0 ? (
        <Table
          caption={`What was seen of ${person.name}, newest first`}
          rows={person.seen}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Day', place: 'name', date: true, cell: ({ on }) => on },
            ...(skill.twoSided
              ? [
                  { name: 'Left', number: true, cell: ({ left }: Seen) => left },
                  { name: 'Right', number: true, cell: ({ right }: Seen) => right },
                ]
              : [{ name: 'Times', number: true, cell: ({ left }: Seen) => left }]),
            { name: 'By', place: 'under', cell: ({ by, kind }) => kinds[kind] || by },
            {
              name: 'Note',
              place: 'under',
              cell: ({ note, familiar, evidence }) => (
                <>
                  {familiar && 'Safe with reminders. '}
                  {note}{' '}
                  {evidence && (
                    <a href={evidence} rel="noreferrer">
                      Clip
                    </a>
                  )}
                </>
              ),
            },
            {
              name: 'Undo',
              place: 'acts',
              cell: ({ id, on }) =>
                mayAssess && (
                  <Form method="post" action={paths.manageAssessmentUndo(studio, id)}>
                    <button type="submit" className="button quiet small">
                      Undo<span className="vh"> what was seen on {on}</span>
                    </button>
                  </Form>
                ),
            },
          ]}
        />
      ) : (
        <p className="muted">Nothing was seen yet.</p>
      )}
    </section>
  )
}
