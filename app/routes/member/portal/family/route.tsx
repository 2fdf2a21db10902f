import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { packEndWords } from '#app/domain/entitlements/lot-end.ts'
import { agreementWords } from '#app/domain/families/booking-agreement.ts'
import { askForm, childForm, inviteForm } from '#app/domain/families/family-form.ts'
import { guardiansAtMost } from '#app/domain/families/guardianship.ts'
import { familyPage } from '#app/domain/overview/family-page.server.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayShort, dayTime } from '#app/values/wording.ts'
import { ageOn, localDate } from '#app/values/zone.ts'
import { Adults, AskedByAdults } from './adults.tsx'
import { add, agreement, answer, ask, invite, letBook, share } from './family-acts.server.ts'
import { AddChild, InviteGuardian, Packs } from './family-forms.tsx'
import { Child, Received, Sent } from './family-lines.tsx'

export const handle = {
  styles: ['form', 'button', 'back-link', 'lines', 'sheet', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Family', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { shell, children, packs, received, sent, adults } = await familyPage(ctx, viewer)
  const { slug, name, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const until = (at: string) => dayShort(localDate(at, timeZone), locale)
  return {
    shell,
    studio: { slug, name },
    children: children.map((child) => ({
      ...child,
      age: child.birthDate && count(ageOn(child.birthDate, today), 'year'),
      next: child.next && {
        ...child.next,
        text:
          `${child.next.state === 'waitlisted' ? 'On the waitlist: ' : ''}` +
          `${child.next.title}, ${dayTime(child.next.localStart, locale)}`,
      },
    })),
    packs: packs.map(({ left, expiresOn, ...pack }) => ({
      ...pack,
      text: `${left} left. ${packEndWords(expiresOn, locale)}.`,
    })),
    received: received.map(({ expiresAt, ...one }) => ({ ...one, until: until(expiresAt) })),
    sent: sent.map(({ expiresAt, ...one }) => ({ ...one, until: until(expiresAt) })),
    adults: adults && {
      ...adults,
      asked: adults.asked.map(({ id, other, expiresAt }) => ({
        id,
        other,
        means: agreementWords(other),
        until: expiresAt ? until(expiresAt) : '',
      })),
      books: adults.books.map(({ id, other, otherId, agreedAt, expiresAt }) => ({
        id,
        other,
        personId: agreedAt ? otherId : null,
        line: agreedAt
          ? `Agreed ${until(agreedAt)}`
          : `Asked, until ${until(expiresAt ?? ctx.now)}`,
      })),
      bookedFor: adults.bookedFor.map(({ id, other, agreedAt }) => ({
        id,
        other,
        line: agreedAt ? `You agreed ${until(agreedAt)}` : '',
      })),
    },
    askRules: fieldRules(askForm),
    rules: fieldRules(childForm(today)),
    inviteRules: fieldRules(inviteForm),
    key: newId(),
  }
}

/**
 * Adds a child, shares a pack, asks another guardian or another adult, or answers such an invitation.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const acting = { app, ctx, email: viewer.email }
  const posted = await readPosted(request)
  if (posted.has('lot')) return share(acting, posted)
  if (posted.has('invitation')) return answer(acting, posted)
  if (posted.has('agreement')) return agreement(acting, posted)
  if (posted.has('booker')) return letBook(acting, posted)
  if (posted.has('adult') || posted.has('person')) return ask(acting, posted)
  return posted.has('email') ? invite(acting, posted) : add(acting, posted)
}

/** The form that an answer is about, by what was typed into it. */
function formOf(
  answered: PageFormAnswer | undefined,
): 'invitation' | 'invite' | 'child' | 'adult' | null {
  if (!answered) return null
  const typed = (answered.result as { initialValue?: Record<string, unknown> }).initialValue ?? {}
  if (['invitation', 'agreement', 'person', 'booker'].some((name) => name in typed))
    return 'invitation'
  if ('adult' in typed) return 'adult'
  return 'email' in typed ? 'invite' : 'child'
}

export default function Family() {
  const { studio, children, packs, received, sent, adults, askRules, rules, inviteRules, key } =
    useLoaderData<typeof loader>()
  const answered = useActionData() as PageFormAnswer | undefined
  const about = formOf(answered)
  const lets = useStudioLets()
  const shares = children.length > 0 || adults?.books.some(({ personId }) => personId)
  const alone = children.filter(({ others }) => others.length + 1 < guardiansAtMost)
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Family</h1>
      {about === 'invitation' && (
        <ErrorSummary
          id="invitation"
          refusal={answered?.refusal ?? null}
          errors={errorsOf(answered)}
        />
      )}
      <Received studio={studio} received={received} />
      {adults && <AskedByAdults studio={studio} asked={adults.asked} />}
      {children.length === 0 ? (
        <p className="soft">
          {lets('add_child')
            ? 'Nobody yet. Add a child to book for them.'
            : `Nobody yet. ${portalRules.add_child.off}`}
        </p>
      ) : (
        <>
          <p className="soft">You book, cancel and sign for them. We write to you about them.</p>
          <ul className="lines">
            {children.map((child) => (
              <Child key={child.id} child={child} studio={studio} />
            ))}
          </ul>
        </>
      )}
      {packs.length > 0 && (shares || packs.some(({ shared }) => shared)) && (
        <Packs studio={studio} packs={packs} />
      )}
      <Sent studio={studio} sent={sent} />
      {alone.length > 0 && lets('invite_guardian') && (
        <InviteGuardian
          studio={studio}
          rules={inviteRules}
          formKey={key}
          answer={about === 'invite' ? answered : undefined}
          family={alone}
        />
      )}
      {adults && (
        <Adults
          {...adults}
          studio={studio}
          rules={askRules}
          formKey={key}
          answer={about === 'adult' ? answered : undefined}
        />
      )}
      {lets('add_child') && (
        <AddChild
          studio={studio}
          rules={rules}
          formKey={key}
          answer={about === 'child' ? answered : undefined}
        />
      )}
    </Main>
  )
}

const errorsOf = (answered: PageFormAnswer | undefined) =>
  Object.values((answered?.result as { error?: Record<string, string[]> })?.error ?? {})
    .flat()
    .map((text) => ({ field: null, text }))
