/** What was bought, its sum, and what a gift card paid of it. Style: `checkout`. */
export function ReceiptSum({
  invoice,
  left,
}: {
  /** `gift` is empty where no card paid. */
  invoice: { lines: readonly { what: string; amount: string }[]; total: string; gift: string }
  /** What is still to pay; empty for nothing. */
  left: string
}) {
  return (
    <ul className="sum">
      {invoice.lines.map(({ what, amount }) => (
        <li key={what}>
          <span>{what}</span>
          <span className="num">{amount}</span>
        </li>
      ))}
      <li className="total">
        <b>Total</b>
        <b className="num">{invoice.total}</b>
      </li>
      {invoice.gift && (
        <li>
          <span>Paid by gift card</span>
          <span className="num">{invoice.gift}</span>
        </li>
      )}
      {invoice.gift && left && (
        <li>
          <span>Left to pay</span>
          <span className="num">{left}</span>
        </li>
      )}
    </ul>
  )
}
