import { myItemWords, type ToldItem } from '#app/domain/billing/open-item-words.ts'

/**
 * What is open between a member and the studio, each with what it is for; nothing where nothing is.
 */
export function OpenAccount({ items, locale }: { items: readonly ToldItem[]; locale: string }) {
  if (items.length === 0) return null
  return (
    <section className="stack" aria-labelledby="open">
      <h2 id="open">To pay</h2>
      <ul className="lines">
        {items.map((item) => {
          const { amount, working } = myItemWords(item, locale)
          return (
            <li key={item.id}>
              <b className="num">{amount}</b>
              <br />
              <span className="soft">{working}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
