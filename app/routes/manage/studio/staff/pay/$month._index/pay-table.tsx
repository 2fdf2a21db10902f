import { Form, Link } from '@remix-run/react'
import { Fragment } from 'react'
import type { PayMonthView, PersonPay } from '#app/domain/staff-pay/pay-month-view.ts'
import { paths } from '#app/paths.ts'

type Props = {
  studio: { slug: string }
  month: string
  state: string
  view: PayMonthView
  /** Whose lines are open. */
  asked: string
}

/**
 * Pay by person; one of them is open down to the rule of the day. Corrections of months before have
 * their own column, so that a locked month never moves.
 */
export function PayTable(props: Props) {
  const { studio, month, view, asked } = props
  const { people, totals, hasCorrections } = view
  return (
    <table className="table pay" role="table">
      <caption className="vh">Pay by person</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Name
          </th>
          <th scope="col" role="columnheader" className="under">
            Work
          </th>
          <th scope="col" role="columnheader" className="num desk">
            For {view.month}
          </th>
          {hasCorrections && (
            <th scope="col" role="columnheader" className="num under">
              From before
            </th>
          )}
          <th scope="col" role="columnheader" className="num standing">
            Pay
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {people.map((person) => {
          const open = asked !== '' && asked === person.key
          return (
            <Fragment key={person.key}>
              <tr role="row" className={open ? 'open' : undefined}>
                <th scope="row" role="rowheader">
                  <Link
                    to={paths.managePayMonth(studio, month, open ? {} : { person: person.key })}
                  >
                    {person.name}
                    <span className="vh">{open ? ', close the lines' : ', show the lines'}</span>
                  </Link>
                </th>
                <td role="cell" className="under">
                  {person.work}
                </td>
                <td role="cell" className="num desk">
                  {person.forMonth}
                </td>
                {hasCorrections && (
                  <td role="cell" className="num under">
                    {person.before}
                  </td>
                )}
                <td role="cell" className="num standing">
                  <b>{person.pay}</b>
                </td>
              </tr>
              {open && (
                <tr role="row" className="inside">
                  <td role="cell" colSpan={hasCorrections ? 5 : 4}>
                    <PersonLines {...props} person={person} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
        <tr role="row" className="sum">
          <th scope="row" role="rowheader">
            Total
          </th>
          <td role="cell" className="under" />
          <td role="cell" className="num desk">
            {totals.forMonth}
          </td>
          {hasCorrections && (
            <td role="cell" className="num under">
              {totals.before}
            </td>
          )}
          <td role="cell" className="num standing">
            <b>{totals.pay}</b>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function PersonLines({ studio, month, state, person }: Props & { person: PersonPay }) {
  const { personId, here, name, lines, pay } = person
  return (
    <>
      <table className="data">
        <caption className="vh">Lines of {name}</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Rule on the day</th>
            <th scope="col" className="num">
              Number
            </th>
            <th scope="col" className="num">
              Each
            </th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, n) => (
            // Lines alike are one line, and nothing else tells them apart.
            <tr key={n}>
              <th scope="row">{line.title}</th>
              <td className="muted">{line.rule}</td>
              <td className="num">
                {line.number && personId ? (
                  <Link to={paths.managePayPerson(studio, month, personId)}>
                    {line.number}
                    <span className="vh"> of {line.title}, show each</span>
                  </Link>
                ) : (
                  line.number
                )}
              </td>
              <td className="num">{line.each}</td>
              <td className="num">{line.amount}</td>
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">Pay</th>
            <td />
            <td />
            <td />
            <td className="num">
              <b>{pay}</b>
            </td>
          </tr>
        </tbody>
      </table>
      {personId && (
        <Form method="post" className="inline-do">
          <Link className="button small" to={paths.managePayPerson(studio, month, personId)}>
            Each class<span className="vh"> of {name}</span>
          </Link>
          {(state === 'open' || state === 'review') && (
            <Link
              className="button small"
              to={paths.managePayLineNew(studio, month, { person: personId })}
            >
              Add a line<span className="vh"> for {name}</span>
            </Link>
          )}
          {state === 'review' && here && (
            <>
              <input type="hidden" name="personId" value={personId} />
              <button type="submit" className="button small" name="act" value="ask">
                Ask to check<span className="vh">: {name}</span>
              </button>
            </>
          )}
        </Form>
      )}
    </>
  )
}
