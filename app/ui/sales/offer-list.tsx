import type { OfferWords } from '#app/domain/entitlements/offer-words.ts'
import { Pips, pipsOf } from '../pips/pips.tsx'

/** What a studio sells, a line each with what it is good for. Styles: `offer`, `pips`. */
export function OfferList(props: {
  id: string
  title: string
  offers: readonly OfferWords[]
  note?: string
  /** Below the heading of a section of the page. */
  inSection?: boolean
  /** Where one is bought, by its id, and what the link there says. */
  buy?: (id: string) => string
  label?: string
}) {
  const { id, title, offers, note, inSection = false, buy, label = 'Buy' } = props
  if (offers.length === 0) return null
  const [Title, Name] = inSection ? (['h3', 'h4'] as const) : (['h2', 'h3'] as const)
  return (
    <section className="stack" aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <ul>
        {offers.map(({ id: key, name, price, first, rest, credits }) => (
          <li key={key} className="offer">
            <Name>{name}</Name>
            <p className="price num">{price}</p>
            <div className="tell">
              <Pips pips={pipsOf(credits, 'full')} />
              <p>
                {first && <b>{first}</b>} {rest}
              </p>
              {buy && (
                <p>
                  <a className="button" href={buy(key)}>
                    {label}
                    <span className="vh"> {name}</span>
                  </a>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {note && <p className="soft">{note}</p>}
    </section>
  )
}
