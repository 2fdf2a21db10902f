import type { BoughtGift } from '#app/domain/sales/gift-cards/bought-gift.server.ts'

/** The gift card that was bought: where it goes, or its link. Style: `button`. */
export function GiftBought({ gift }: { gift: BoughtGift }) {
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
