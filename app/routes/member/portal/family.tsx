import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { sharePack } from '#app/domain/entitlements/share-pack.server.ts'
import { type AddChildResult, addChild } from '#app/domain/families/add-child.server.ts'
import { childForm } from '#app/domain/families/family-form.ts'
import { dependantsAtMost } from '#app/domain/families/guardianship.ts'
import { type FamilyChild, familyPage } from '#app/domain/overview/family-page.server.ts'
import { portalRules } from '#app/domain/scope/portal-rules.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayShort, dayTime } from '#app/values/wording.ts'
import { ageOn, localDate } from '#app/values/zone.ts'

export const handle = {
  styles: ['form', 'button', 'back-link', 'lines', 'tag'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Family', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const { shell, children, packs } = await familyPage(ctx, viewer)
  const { slug, name, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
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
      text: `${left} left. Use by ${dayShort(expiresOn, locale)}.`,
    })),
    rules: fieldRules(childForm(today)),
    key: newId(),
  }
}

const sentences: Record<Exclude<AddChildResult, { ok: true }>['reason'], string> = {
  ask_studio: portalRules.add_child.off,
  is_dependant: 'You have a guardian yourself, so you can’t add a child. Ask us.',
  too_many_dependants: `You look after ${dependantsAtMost} people already. Ask us.`,
}

const shareForm = z.object({ lot: z.string().max(40), share: z.enum(['on', 'off']) })

/** Adds a child, or shares a pack: 303 back with what it did, 422 with why not. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const posted = await readPosted(request)
  if (posted.has('lot')) {
    const wish = parsePosted(posted, shareForm)
    if (wish.status !== 'success') return invalid(wish)
    const on = wish.value.share === 'on'
    if (!(await sharePack(ctx, wish.value.lot, on))) throw notFound()
    const said = on ? 'Your family can use this pack now.' : 'The pack is yours alone again.'
    return redirectWithFlash(app, paths.portalFamily(ctx.studio), said)
  }
  const submission = parsePosted(posted, childForm(localDate(ctx.now, ctx.studio.timeZone)))
  if (submission.status !== 'success') return invalid(submission)
  const result = await addChild(ctx, submission.value)
  if (!result.ok)
    return refused(submission, { form: [sentences[result.reason]], code: result.reason })
  return redirectWithFlash(
    app,
    paths.portalFamily(ctx.studio),
    `${submission.value.name} is in your family. You can book for them now.`,
  )
}

export default function Family() {
  const { studio, children } = useLoaderData<typeof loader>()
  const lets = useStudioLets()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>Family</h1>
      {children.length === 0 ? (
        <p className="soft">
          Nobody yet.{' '}
          {lets('add_child') ? 'Add a child to book for them.' : portalRules.add_child.off}
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
      {children.length > 0 && <Packs />}
      {lets('add_child') && <AddChild />}
    </Main>
  )
}

type Shown = Omit<FamilyChild, 'next'> & {
  age: string | null
  next: { bookingId: string; text: string } | null
}

function Child({ child, studio }: { child: Shown; studio: { slug: string } }) {
  const { id, name, called, age, unsigned, next } = child
  return (
    <li className="stack">
      <p>
        <b>{name}</b> {unsigned && <span className="tag warn">to sign</span>}
        <br />
        <small className="soft">{age ?? 'We don’t have a date of birth yet.'}</small>
      </p>
      {next && (
        <p>
          <a href={pathFor(paths.cancelBooking(studio, next.bookingId), id)}>{next.text}</a>
        </p>
      )}
      <p className="between">
        <a className="button" href={pathFor(paths.timetable(studio), id)}>
          Book for {called}
        </a>
        {unsigned && (
          <a href={paths.portalDocument(studio, unsigned.documentId, { person: id })}>
            Read and sign “{unsigned.name}”
          </a>
        )}
        <a href={pathFor(paths.portalBookings(studio), id)}>Past bookings</a>
      </p>
    </li>
  )
}

/** The member's own packs, each shared with the family or theirs alone. */
function Packs() {
  const { studio, packs } = useLoaderData<typeof loader>()
  if (packs.length === 0) return null
  return (
    <section className="stack" aria-labelledby="packs">
      <h2 id="packs">Your packs</h2>
      <ul className="lines">
        {packs.map(({ id, name, text, shared }) => (
          <li key={id} className="between">
            <p>
              <b>{name}</b> {shared && <span className="tag">shared</span>}
              <br />
              <small className="soft">{text}</small>
            </p>
            <form method="post" action={paths.portalFamily(studio)}>
              <HiddenFields values={{ lot: id, share: shared ? 'off' : 'on' }} />
              <button type="submit" className="button">
                {shared ? 'Stop sharing' : 'Share with family'}
                <span className="vh">: {name}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddChild() {
  const { studio, rules, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<{ key: string; name: string; birthDate: string }>('child', answer, {
    rules,
  })
  const errors = [
    ...(form.form.errors ?? []).map((text) => ({ field: null, text })),
    ...(['name', 'birthDate'] as const).flatMap((field) =>
      (form.fields[field].errors ?? [])
        .slice(0, 1)
        .map((text) => ({ field: form.fields[field].id, text })),
    ),
  ]
  return (
    <section className="stack" aria-labelledby="add">
      <h2 id="add">Add a child</h2>
      <ErrorSummary id={form.form.id} errors={errors} refusal={form.refusal} />
      <form
        id={form.form.id}
        method="post"
        action={paths.portalFamily(studio)}
        className="stack wide-gap"
        noValidate
      >
        <HiddenFields values={{ key }} />
        <TextField field={form.fields.name} label="Full name" autoComplete="off" />
        <DateField field={form.fields.birthDate} label="Date of birth" />
        <SubmitButton>Add a child</SubmitButton>
      </form>
    </section>
  )
}
