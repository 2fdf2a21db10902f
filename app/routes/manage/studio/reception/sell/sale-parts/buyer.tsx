import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import type { SaleData } from './sale-data.ts'

/** Who buys: a person, or nobody in particular. */
export function Buyer({ data }: { data: SaleData }) {
  const { studio, sale, q, found } = data
  const path = paths.manageSale(studio, sale.id)
  return (
    <section className="part">
      <h2>For</h2>
      {sale.person ? (
        <div className="buyer">
          <span>
            <Link to={paths.managePerson(studio, sale.person.id)}>{sale.person.name}</Link>
            {sale.credit && <small className="muted"> {sale.credit} account credit</small>}
          </span>
          <Form method="post" action={path}>
            <HiddenFields values={{ act: 'person', person: '' }} />
            <button type="submit" className="button small quiet">
              Someone else
            </button>
          </Form>
        </div>
      ) : (
        <>
          <p className="muted">Sold without a name. Find the person to use their credit.</p>
          <FindPerson studio={studio} action={path} q={q} found={found} keyOf={({ id }) => id}>
            {(person) => (
              <div className="buyer">
                <span>
                  <b>{person.name}</b> <span className="muted">{person.note}</span>
                </span>
                <Form method="post" action={path}>
                  <HiddenFields values={{ act: 'person', person: person.id }} />
                  <button type="submit" className="button small">
                    Choose<span className="vh"> {person.name}</span>
                  </button>
                </Form>
              </div>
            )}
          </FindPerson>
        </>
      )}
    </section>
  )
}

/** Deletes the sale, or keeps it for later. */
export function DropSale({ studio, saleId }: { studio: { slug: string }; saleId: string }) {
  return (
    <>
      <Link className="button" to={paths.manageTill(studio)}>
        Hold this sale
      </Link>
      <Form method="post" action={paths.manageSale(studio, saleId)}>
        <HiddenFields values={{ act: 'drop' }} />
        <button type="submit" className="button quiet">
          Delete sale
        </button>
      </Form>
    </>
  )
}
