import { Form } from '@remix-run/react'
import { Fragment } from 'react'
import type { HoldingKind } from '#app/db/studio/imports-words.ts'
import { nothingWords } from '#app/domain/imports/holdings/holding-words.ts'
import { type Check, rowsWords } from '#app/domain/imports/import-words.ts'
import { count, money } from '#app/values/wording.ts'
import { type Act, type CheckedJob, StartOrDelete } from './checked-file.tsx'
import { RowMap } from './row-map.tsx'

type Studio = { currency: string; locale: string }

/** What bringing a file of holdings over would do, and the press that does it. */
export function CheckedHoldings(props: {
  kind: HoldingKind
  studio: Studio
  job: CheckedJob
  check: Check
  act: Act
}) {
  const { kind, studio, job, check, act } = props
  const n = (name: string) => job.findings[name] ?? 0
  const added = n('added')
  const nothing = Object.keys(nothingWords).filter((why) => n(`nothing_${why}`) > 0)
  return (
    <div className="split previewed">
      <section aria-labelledby="rows">
        <h2 id="rows">
          {rowsWords(added, kind)} will be added, {count(job.refused, 'row')} left out
        </h2>
        <RowMap marks={check.marks} />
        <ul className="lines">
          <li>
            <b>{added}</b> {added === 1 ? 'is' : 'are'} ready, for{' '}
            {count(n('people'), 'person', 'people')}
          </li>
          {n('held') > 0 && (
            <li>
              <b>{n('held')}</b> {n('held') === 1 ? 'waits' : 'wait'} for your decision
            </li>
          )}
          {job.refused - n('held') > 0 && (
            <li>
              <b>{job.refused - n('held')}</b> can’t be added as they are
            </li>
          )}
          {nothing.map((why) => (
            <li key={why}>
              <b>{n(`nothing_${why}`)}</b>{' '}
              {nothingWords[why]![n(`nothing_${why}`) === 1 ? 'one' : 'many']}
            </li>
          ))}
        </ul>
      </section>
      <aside aria-labelledby="press">
        <Form method="post" action={act('commit')} className="preview">
          <h2 id="press">Before you import</h2>
          <p>{promises[kind]}</p>
          <dl className="facts">
            {factsOf(kind, n, studio).map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd className="num">{value}</dd>
              </Fragment>
            ))}
            <dt>Imported before</dt>
            <dd className="num">{n('unchanged')}</dd>
            <dt>Left out</dt>
            <dd className="num">{job.refused}</dd>
          </dl>
          <p className="muted">You can roll it back for 30 days. {stays[kind]}</p>
          <StartOrDelete
            act={act}
            label={added > 0 ? `Import ${rowsWords(added, kind)}` : 'Import'}
            tagged={false}
          />
        </Form>
      </aside>
    </div>
  )
}

const promises: Record<HoldingKind, string> = {
  packs:
    'Each pack has the classes that are left and its own last day. Nothing is charged, and nobody is emailed.',
  memberships:
    'Nothing is billed before the next payment of each, and then at the price in the file. Nobody is emailed.',
  balances:
    'What you owe people becomes account credit. What they owe you is to pay on their account. Nobody is emailed.',
  visits: 'Each visit is in the person’s history. It takes no credit, and nobody is emailed.',
  families: 'Parents can book for their children. Nobody is emailed.',
  levels:
    'Each level is in the person’s history, and the newest is the one they hold, unless they hold a newer or a higher one here. Nobody is emailed.',
}

const stays: Record<HoldingKind, string> = {
  packs: 'Packs that were used by then stay.',
  memberships: 'Memberships that were used, billed or changed by then stay.',
  balances: 'Credit and gift cards that were spent, and amounts that were paid by then, stay.',
  visits: 'Visits go again as they came.',
  families: 'Links that were changed by then stay.',
  levels: 'Each person has the level of before again, unless they were given another by then.',
}

function factsOf(
  kind: HoldingKind,
  n: (name: string) => number,
  { currency, locale }: Studio,
): [string, string | number][] {
  switch (kind) {
    case 'packs':
      return [['Classes left in them', n('credits')]]
    case 'memberships':
      return [
        ['At a price of their own', n('ownPrice')],
        ['Frozen now or later', n('frozen')],
        ['Billed by hand', n('byHand')],
      ]
    case 'balances':
      return [
        ['Account credit', money(n('creditMinor'), currency, locale)],
        ['On gift cards', money(n('cardsMinor'), currency, locale)],
        ['To pay', money(n('owedMinor'), currency, locale)],
      ]
    default:
      return []
  }
}
