import { noFilters, type PersonView } from '#app/domain/people/list/person-filters.ts'
import { listCountSql } from '#app/domain/people/list/view-counts.server.ts'
import { paths } from '#app/paths.ts'
import type { Metric } from './metric.ts'
import { type PeopleFigureId, peopleFigures, withFigures } from './people-figures.server.ts'

/** A view of the people list as a figure. */
const ofView = (view: PersonView | '', name: string, definition: string): Metric => ({
  id: `members.${view || 'everyone'}`,
  name,
  definition,
  needs: 'people:read',
  count: (ctx) => listCountSql(ctx, { ...noFilters, view }),
  rows: (studio) => paths.manageMembers(studio, { view }),
})

/** A figure of the people list. */
const ofFigure = (figure: PeopleFigureId): Metric => {
  const { name, definition, needs = 'people:read' } = { needs: undefined, ...peopleFigures[figure] }
  return {
    id: `members.${figure}`,
    name,
    definition,
    needs,
    count: (ctx) => listCountSql(withFigures(ctx), { ...noFilters, figure }),
    rows: (studio) => paths.manageMembers(studio, { figure }),
  }
}

/** What people are to the studio. */
export const peopleByState: readonly Metric[] = [
  ofView('members', 'Members', 'Have a membership, also one that is frozen or past due.'),
  ofView('packs', 'Packs', 'Have credits left and no membership.'),
  ofView('visitors', 'Visitors', 'Never had a membership or pack.'),
  ofView('frozen', 'Frozen', 'Have a membership that is frozen today.'),
  ofView('past_due', 'Past due', 'Have a membership that is past due or suspended.'),
  ofView('past', 'Past', 'Had a membership or pack once, and have nothing left.'),
]

/** Who came and who went. */
export const peopleOfMonth: readonly Metric[] = [ofFigure('joined'), ofFigure('left')]

/** Whom someone should look at now. */
export const peopleToLookAt: readonly Metric[] = [
  ofFigure('first_visits'),
  ofFigure('unsigned'),
  ofFigure('packs_ending'),
  ofFigure('memberships_ending'),
  ofFigure('at_risk'),
  ofFigure('fix_card'),
  ofFigure('no_card'),
  ofFigure('owing'),
  ofFigure('birthdays'),
  ofFigure('banned'),
]
