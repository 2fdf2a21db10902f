import type { PaymentView } from '#app/domain/sales/checkout/payment-view.ts'

/** A payment of an order that is under way: on to the provider, or what it waits for. */
export function OrderPayment({ view }: { view: PaymentView }) {
  if (view.kind === 'done' || view.kind === 'over') return null
  return (
    <section className="panel stack" aria-labelledby="paying">
      <h2 id="paying">{view.title}</h2>
      {view.problem && (
        <p className="say" role="alert">
          {view.problem}
        </p>
      )}
      {view.text.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {view.page && (
        <p>
          <a className="button primary big wide" href={view.page.url} rel="noreferrer">
            {view.page.label}
          </a>
        </p>
      )}
    </section>
  )
}
