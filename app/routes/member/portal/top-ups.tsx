import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { saveTopUp } from '#app/domain/sales/top-ups/save-top-up.server.ts'
import { mostLeft, topUpForm } from '#app/domain/sales/top-ups/top-up-forms.ts'
import { topUpsPage } from '#app/domain/sales/top-ups/top-ups-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { errorsOf, type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { count } from '#app/values/wording.ts'

export const handle = {
  styles: ['back-link', 'button', 'form', 'sheet', 'state', 'tag'],
} satisfies PageHandle

const title = 'Buy packs again'

export const meta: MetaFunction = ({ matches }) => pageTitle(title, { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await topUpsPage(ctx, viewer)
  const online = page.online && payingContext(app.env, ctx) !== null
  return { ...page, online, studio: { slug: ctx.studio.slug } }
}

const sentences = {
  no_card: 'Save a card first: it is charged for the pack.',
  charging: 'Your card is being charged for this pack just now. Try again once that is done.',
  changed_meanwhile: 'This changed while you were here. Look at it again, then save.',
}

/** Turns buying a pack again on or off: 303, or 422 with why not. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, topUpForm)
  if (submission.status !== 'success') return invalid(submission)
  const { package: packageId, version, turn, left } = submission.value
  const saved = await saveTopUp(ctx, { packageId, version, turn, left })
  if (saved.ok) {
    const text =
      turn === 'on'
        ? 'Saved. We email you a day before your card is charged.'
        : 'Saved. It is not bought again.'
    return redirectWithFlash(app, paths.portalTopUps(ctx.studio), text)
  }
  if (saved.reason === 'not_found') throw notFound()
  return refused(submission, { form: [sentences[saved.reason]], code: saved.reason })
}

export default function TopUps() {
  const { studio, online, card, packs } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const errors = ['', 'left'].flatMap((name) =>
    errorsOf(answer, name).map((text) => ({ field: null, text })),
  )
  const sent = sentOf(answer)
  const can = online && card !== null
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <ErrorSummary id="top-ups" errors={errors} refusal={answer?.refusal ?? null} />
      <div className="stack">
        <h1>{title}</h1>
        <p>
          When a pack is used up, we can buy the same one again with your saved card. We email you a
          day before, and stop if the price changes or the card is refused. This is for your own
          packs, without a fixed last day.
        </p>
        {online && (
          <p className="soft">
            {card ? `${card} is charged. ` : 'You have no card saved. '}
            <a href={paths.portalCards(studio)}>Your cards</a>
          </p>
        )}
      </div>
      {(!online || packs.length === 0) && (
        <State icon="card" title={online ? 'No pack to buy again' : 'Not possible here'}>
          <p>
            {online
              ? 'Buy a pack of classes or appointments first; then you can turn this on.'
              : 'This studio takes no cards online. Buy packs at the desk.'}
          </p>
        </State>
      )}
      {online &&
        packs.map((pack) => (
          <section key={pack.packageId} className="panel stack" aria-labelledby={pack.packageId}>
            <h2 id={pack.packageId}>
              {pack.name}, {pack.price} {pack.on && <span className="tag good">On</span>}
            </h2>
            {pack.told && <p>{pack.told}</p>}
            <form method="post" className="stack">
              <HiddenFields values={{ package: pack.packageId, version: String(pack.version) }} />
              <div className="field">
                <label htmlFor={`left-${pack.packageId}`}>Buy it again</label>
                <select
                  id={`left-${pack.packageId}`}
                  name="left"
                  defaultValue={
                    sent?.package === pack.packageId ? String(sent.left) : String(pack.left)
                  }
                >
                  {Array.from({ length: mostLeft + 1 }, (_, left) => (
                    <option key={left} value={left}>
                      {left === 0 ? 'when it is used up' : `with ${count(left, 'credit')} left`}
                    </option>
                  ))}
                </select>
              </div>
              <p className="pair">
                {can && !pack.charging && (
                  <button type="submit" name="turn" value="on" className="button primary">
                    {pack.on ? 'Save' : `Turn on, ${pack.price} each time`}
                    <span className="vh"> for {pack.name}</span>
                  </button>
                )}
                {pack.on && (
                  <button type="submit" name="turn" value="off" className="button">
                    Turn off<span className="vh"> for {pack.name}</span>
                  </button>
                )}
              </p>
            </form>
          </section>
        ))}
    </Main>
  )
}
