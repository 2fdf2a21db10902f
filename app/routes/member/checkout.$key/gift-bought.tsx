/** The gift card that was bought: where it goes, or its link. Style: `button`. */
export function GiftBought({
  gift,
}: {
  /** `href` is empty until it is paid. */
  gift: { name: string; told: string; href: string }
}) {
  return (
    <section className="panel stack" aria-labelledby="gift">
      <h2 id="gift">{gift.name}</h2>
      <p>{gift.told}</p>
      {gift.href && (
        <p>
          <a className="button primary" href={gift.href}>
            See and print it
          </a>
        </p>
      )}
    </section>
  )
}
