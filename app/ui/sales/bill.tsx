import type { InvoiceView } from '#app/domain/sales/invoices/invoice-view.ts'

/**
 * An invoice or credit note itself, as it is printed. `invoice` is the page of the invoice that a
 * credit note takes back. Style: `bill`.
 */
export function Bill({
  view,
  invoice,
  change,
}: {
  view: InvoiceView
  invoice: string | null
  /** Of a draft: where a line is changed, by its id. */
  change?: (lineId: string) => string
}) {
  const { lines, taxes, isNote } = view
  return (
    <article className="bill">
      <dl className="bill-who">
        <div>
          <dt>From</dt>
          <dd>
            {view.seller.map((line, i) => (
              <span key={line} className={i === 0 ? 'strong' : undefined}>
                {line}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>
            <span className="strong">{view.to.name}</span>
            <span>{view.to.email}</span>
            {view.to.child && <span>For {view.to.child}</span>}
          </dd>
        </div>
        <div>
          <dt>{view.due ? 'Issued' : 'Issued and due'}</dt>
          <dd>
            <span>{view.issued}</span>
            {view.hasTax && <span>{view.pricesSay}</span>}
          </dd>
        </div>
        {view.due && (
          <div>
            <dt>Due</dt>
            <dd>{view.due}</dd>
          </div>
        )}
        {view.credits && invoice && (
          <div>
            <dt>Takes back</dt>
            <dd>
              <a href={invoice}>{view.credits.title}</a>
            </dd>
          </div>
        )}
      </dl>
      <table className="bill-lines">
        <caption className="vh">Lines</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="num wide">
              Each
            </th>
            <th scope="col" className="num wide">
              How many
            </th>
            {view.hasTax && (
              <th scope="col" className="num wide">
                {view.taxName}
              </th>
            )}
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} className={line.gone ? 'gone' : undefined}>
              <th scope="row">
                {line.what}
                {line.quantity > 1 && (
                  <small className="each">
                    {line.quantity} × {line.each}
                  </small>
                )}
                {(line.gone || line.refunded || line.detail || line.discount) && (
                  <small>
                    {[
                      line.gone && 'Taken off',
                      line.refunded,
                      line.detail,
                      line.discount && `Discount ${line.discount}`,
                    ]
                      .filter(Boolean)
                      .join('. ')}
                  </small>
                )}
                {change && (
                  <small>
                    <a href={change(line.id)}>
                      Change<span className="vh"> {line.what}</span>
                    </a>
                  </small>
                )}
              </th>
              <td className="num wide">{line.each}</td>
              <td className="num wide">{line.quantity}</td>
              {view.hasTax && <td className="num wide">{line.rate}</td>}
              <td className="num">{line.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="bill-sums">
        {taxes.length > 0 && (
          <div>
            <dt>Before {view.taxName}</dt>
            <dd>{view.beforeTax}</dd>
          </div>
        )}
        {taxes.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="total">
          <dt>Total</dt>
          <dd>{view.total}</dd>
        </div>
        <div>
          <dt>{isNote ? 'Paid out' : 'Paid'}</dt>
          <dd>{view.paid}</dd>
        </div>
        <div>
          <dt>{isNote ? 'To pay out' : 'To pay'}</dt>
          <dd>{view.toPay}</dd>
        </div>
      </dl>
      {view.parts.length > 0 && (
        <table className="bill-lines">
          <caption>Paid in parts</caption>
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col" className="num">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {view.parts.map(({ id, due, state, amount }) => (
              <tr key={id}>
                <th scope="row">
                  {due}
                  <small>{state.text}</small>
                </th>
                <td className="num">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {view.reason && <p className="muted">{view.reason}</p>}
    </article>
  )
}
