import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { signForm } from '#app/domain/documents/document-forms.ts'
import { type SignResult, signDocument } from '#app/domain/documents/sign-document.server.ts'
import { documentPage } from '#app/domain/overview/documents-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { pathFor } from '#app/paths/path-for.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields, SubmitButton } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { Form } from '#app/ui/form/form.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { usePageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { idForm, newId } from '#app/values/id.ts'

export const handle = { styles: ['form', 'button', 'back-link'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.document.name ?? 'Document', { matches })

/** The class or course that somebody came from, to lead back to; anything else is nothing. */
const cameFrom = (url: URL, name: 'for' | 'course') => {
  const id = url.searchParams.get(name) ?? ''
  return idForm.test(id) ? id : ''
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const page = await documentPage(ctx, viewer, {
    documentId: params.document ?? '',
    personId: app.url.searchParams.get('person') || viewer.personId,
  })
  if (!page) throw notFound()
  const { slug, name } = ctx.studio
  return {
    ...page,
    studio: { slug, name },
    signer: viewer.name,
    rules: fieldRules(signForm),
    key: newId(),
    occurrenceId: cameFrom(app.url, 'for'),
    courseId: cameFrom(app.url, 'course'),
  }
}

const refusals: Record<Exclude<SignResult, { ok: true }>['reason'], string> = {
  not_found: 'This document is no longer in use. There is nothing to sign.',
  new_version: 'There is a newer version of this text. Open the page again, read it and sign it.',
  guardian_signs: 'A parent or guardian signs this for you. Ask them to sign in, or ask us.',
}

/** Signs what was read: 303 to the class that led here or to the documents, 422 with why not. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, signForm)
  if (submission.status !== 'success') return invalid(submission)
  const form = { ...submission.value, person: submission.value.person || ctx.person.id }
  const result = await signDocument(ctx, params.document ?? '', form)
  if (!result.ok)
    return refused(submission, { form: [refusals[result.reason]], code: result.reason })
  const { studio } = ctx
  const [occurrenceId, courseId] = [cameFrom(app.url, 'for'), cameFrom(app.url, 'course')]
  const course = courseId ? paths.enrol(studio, courseId) : null
  const back = occurrenceId ? paths.book(studio, occurrenceId) : course
  return redirectWithFlash(
    app,
    back ? pathFor(back, form.person) : paths.portalDocuments(studio),
    back ? 'Signed. Now you can book.' : 'Signed. Thank you.',
  )
}

export default function OneDocument() {
  const { studio, document, signer, rules, key, occurrenceId, courseId } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = usePageForm<{ signerName: string; agreed: string }>('sign', answer, {
    rules,
    values: { signerName: signer, agreed: '' },
  })
  const { name, child, text, signed, guardianSigns, number, since } = document
  const title = child ? `${name} for ${child}` : name
  const read = (
    <>
      <p className="soft">
        {text}. This is the version since {since}.
      </p>
      <section className="stack mid-gap" aria-label="The text">
        {document.paragraphs.map((lines) => (
          <p key={lines.join('\n')}>
            {lines.map((line, i) => (
              <span key={line}>
                {i > 0 && <br />}
                {line}
              </span>
            ))}
          </p>
        ))}
      </section>
    </>
  )
  return (
    <Main slim>
      {courseId && <BackLink to={paths.program(studio, courseId)}>The course</BackLink>}
      {occurrenceId && <BackLink to={paths.occurrence(studio, occurrenceId)}>The class</BackLink>}
      {!occurrenceId && !courseId && (
        <BackLink to={paths.portalDocuments(studio)}>Documents</BackLink>
      )}
      {signed || guardianSigns ? (
        <>
          <h1>{title}</h1>
          {read}
          {document.signatureId && (
            <p>
              <a className="button" href={paths.portalSignature(studio, document.signatureId)}>
                Signed copy
              </a>
            </p>
          )}
          {guardianSigns && !signed && (
            <p>
              A parent or guardian signs this for you. <a href={paths.ask(studio)}>Ask us</a>
            </p>
          )}
        </>
      ) : (
        <Form of={form} names={['signerName', 'agreed']} title={title} intro={read}>
          <HiddenFields values={{ key, number: String(number), person: document.personId }} />
          <TextField
            field={form.fields.signerName}
            label="Your full name"
            hint={child ? `You sign as the parent or guardian of ${child}.` : undefined}
            autoComplete="name"
          />
          <CheckboxField
            field={form.fields.agreed}
            label={
              child ? `I have read this and agree for ${child}` : 'I have read this and agree to it'
            }
          />
          <SubmitButton>Sign</SubmitButton>
        </Form>
      )}
    </Main>
  )
}
