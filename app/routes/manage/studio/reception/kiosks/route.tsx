import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { chooseKioskProof } from '#app/domain/reception/kiosk-settings.server.ts'
import {
  kiosksPage,
  makeKiosk,
  renewKiosk,
  revokeKiosk,
} from '#app/domain/reception/kiosks.server.ts'
import { kioskAct, kioskForm } from '#app/domain/reception/reception-forms.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { QrPicture } from '#app/ui/account/qr-picture.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { newId } from '#app/values/id.ts'
import { deadlineNear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { ProofForm } from './proof-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Kiosks', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'roster:write')
  const { kiosks, locations, proof } = await kiosksPage(ctx)
  const { slug, timeZone, locale } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  return {
    rules: fieldRules(kioskForm),
    studio: { slug },
    key: newId(),
    proof,
    canMake: may(viewer.role, 'settings:write'),
    locations: locations.map(({ id, name }) => ({ value: id, label: name })),
    kiosks: kiosks.map(({ id, name, location, lastSeenAt }) => ({
      id,
      name,
      location,
      seen: lastSeenAt
        ? `Last seen ${deadlineNear(lastSeenAt, timeZone, locale, today)}`
        : 'Not opened yet',
    })),
  }
}

type Shown = { link: string }

/**
 * Makes a kiosk or a new link for one: the link is in this answer and nowhere else; chooses what
 * kiosks ask for. The desk may shut any.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'roster:write')
  const posted = await readPosted(request)
  const back = paths.manageKiosks(ctx.studio)
  const link = (secret: string) =>
    json({ link: ctx.origin + paths.openKiosk(ctx.studio, { secret }) } satisfies Shown)
  const act = parsePosted(posted, kioskAct)
  if (act.status === 'success' && act.value.act === 'revoke') {
    if (!(await revokeKiosk(ctx, act.value.id))) throw notFound()
    return redirectWithFlash(app, back, 'The kiosk is shut. The tablet shows nothing more.')
  }
  if (!may(viewer.role, 'settings:write')) await requirePermission(context, 'settings:write')
  if (act.status === 'success') {
    if (act.value.act === 'proof') {
      await chooseKioskProof(ctx, act.value.proof)
      return redirectWithFlash(app, back, 'Saved. The kiosks ask for it from now on.')
    }
    const renewed = await renewKiosk(ctx, act.value.id)
    if (!renewed) throw notFound()
    return link(renewed.secret)
  }
  const submission = parsePosted(posted, kioskForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, name, locationId } = submission.value
  const { secret } = await makeKiosk(ctx, { id: key, name, locationId })
  if (secret) return link(secret)
  const sentence =
    'This kiosk was made already, and its link was shown once. Make a new link for it.'
  return refused(submission, { form: [sentence], code: 'made_before' })
}

export default function Kiosks() {
  const { rules, studio, kiosks, canMake, locations, key, proof } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | Shown | undefined
  const link = answer && 'link' in answer ? answer.link : null
  return (
    <>
      <BackLink to={paths.manageReception(studio)}>Reception</BackLink>
      <PageHead
        title="Kiosks"
        intro={
          'A tablet at the door on which people check themselves in. ' +
          'It shows class names and times, and first names with an initial.'
        }
      />
      {link && (
        <section className="kiosk-link">
          <h2>Open this link on the tablet</h2>
          <p>It opens one device, once, and is not shown again.</p>
          <QrPicture
            uri={link}
            alt="For the camera of the tablet: the same as the link written below"
          />
          <p className="typed">{link}</p>
        </section>
      )}
      {kiosks.length === 0 && !link && (
        <Empty
          icon="check"
          title="No kiosk yet"
          text="Make one, then open its link on the tablet that stands at your door."
        />
      )}
      <ul className="lines">
        {kiosks.map(({ id, name, location, seen }) => (
          <li key={id}>
            <b>{name}</b>
            <span className="muted">{[location, seen].filter(Boolean).join('. ')}</span>
            <Form method="post" className="add">
              <input type="hidden" name="id" value={id} />
              {canMake && (
                <button type="submit" className="button small" name="act" value="renew">
                  New link<span className="vh"> for {name}</span>
                </button>
              )}
              <button type="submit" className="button small bad" name="act" value="revoke">
                Shut it<span className="vh">: {name}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
      {canMake && <ProofForm proof={proof} />}
      {canMake && (
        <section className="make-kiosk">
          <h2>Make a kiosk</h2>
          <KioskForm
            key={key}
            formKey={key}
            locations={locations}
            rules={rules}
            answer={answer && 'result' in answer ? answer : undefined}
          />
        </section>
      )}
    </>
  )
}

function KioskForm(props: {
  formKey: string
  locations: readonly { value: string; label: string }[]
  answer: PageFormAnswer | undefined
  rules: FormRules
}) {
  const { formKey, locations, answer, rules } = props
  const form = useLiveForm('kiosk', ['name', 'locationId'] as const, {
    answer,
    rules,
  })
  return (
    <LiveFormBody of={form} className="sheet-form">
      <input type="hidden" name="key" value={formKey} />
      <TextField field={form.fields.name} label="Name" hint="Such as “Front door”" />
      {locations.length > 1 && (
        <SelectField
          field={form.fields.locationId}
          label="Where it stands"
          hint="It knows the classes there"
          options={locations}
          empty="Anywhere"
        />
      )}
      <div className="form-end">
        <SendButton sending="Making…">Make a kiosk</SendButton>
      </div>
    </LiveFormBody>
  )
}
