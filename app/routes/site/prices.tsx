import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { keptDays } from '#app/domain/studios/own-plan/plan-days.ts'
import { ownPlanKeys, ownPlans } from '#app/domain/studios/own-plan/plan-prices.ts'
import { planForWords, planPriceWords } from '#app/domain/studios/own-plan/plan-words.ts'
import { studioTrialDays } from '#app/http/environment.ts'
import { paths } from '#app/paths.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = (args) => pageTitle('Prices for studios', args)

export const handle = { styles: ['lines', 'button'] } satisfies PageHandle

const currencies = ['GBP', 'EUR', 'USD'] as const
const words = { GBP: 'Pounds', EUR: 'Euros', USD: 'US dollars' } as const

/** What Cadence costs a studio, from the table that bills are made of; `in` is a currency. */
export function loader({ context: { app } }: LoaderFunctionArgs) {
  const asked = app.url.searchParams.get('in')
  const currency = currencies.find((one) => one === asked) ?? 'GBP'
  return {
    currency,
    trialDays: studioTrialDays(app.env),
    plans: ownPlanKeys.map((key) => ({
      key,
      name: ownPlans[key].name,
      who: planForWords(key),
      price: planPriceWords(key, currency, 'en-GB'),
    })),
  }
}

export default function Prices() {
  const { currency, trialDays, plans } = useLoaderData<typeof loader>()
  return (
    <SiteFrame>
      <Main slim>
        <h1>Prices for studios</h1>
        <p>
          You pay by how many active members you have and at how many locations; every plan has
          every feature. Staff, emails, bookings and what members pay you cost nothing extra.
        </p>
        <ul className="lines">
          {plans.map(({ key, name, price, who }) => (
            <li key={key} className="between">
              <span>
                <b>{name}</b>
                <br />
                <span className="soft">{who}</span>
              </span>
              <b>{price}</b>
            </li>
          ))}
        </ul>
        <p className="soft">
          A studio in any other currency pays in US dollars. Prices in{' '}
          {currencies.map((one) => (
            <span key={one}>
              {one === currency ? (
                <b>{words[one]}</b>
              ) : (
                <a href={paths.ownPrices({ in: one })}>{words[one]}</a>
              )}{' '}
            </span>
          ))}
        </p>
        {trialDays > 0 && (
          <p>
            Try everything for {count(trialDays, 'day')}, without a card. Your data can be
            downloaded at any time, and for {count(keptDays, 'day')} after you leave.
          </p>
        )}
        <p>
          <a className="button primary big" href={paths.startStudio()}>
            Start your studio
          </a>
        </p>
      </Main>
    </SiteFrame>
  )
}
