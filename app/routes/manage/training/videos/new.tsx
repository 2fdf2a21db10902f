import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findExercise } from '#app/domain/training/exercise-queries.server.ts'
import { addVideo } from '#app/domain/videos/save-video.server.ts'
import { newVideoForm } from '#app/domain/videos/video-form.ts'
import { videoRefusals } from '#app/domain/videos/video-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a video', { matches })

/** `?exercise=` is the one it shows. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const asked = app.url.searchParams.get('exercise')
  const exercise = asked ? await findExercise(ctx, asked) : null
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(newVideoForm),
    values: {
      key: newId(),
      kind: 'file',
      link: '',
      title: exercise?.name ?? '',
      exercise: exercise?.name ?? '',
    },
  }
}

/** Adds a video as a draft: 303 to its page, where its file comes next; 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, newVideoForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, kind } = submission.value
  const result = await addVideo(ctx, submission.value)
  if (!result.ok) {
    const fields = { exercise: [videoRefusals[result.reason]] }
    return refused(submission, { code: result.reason, fields })
  }
  const next = kind === 'file' ? 'Choose its file next.' : 'Say who sees it next.'
  return redirectWithFlash(app, paths.manageVideo(ctx.studio, key), `Added as a draft. ${next}`)
}

export default function NewVideo() {
  const { studio, rules, values } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const names = ['key', 'title', 'kind', 'link', 'exercise'] as const
  const form = useLiveForm('video', names, { answer, values, rules })
  const { fields } = form
  const list = paths.manageVideos(studio)
  return (
    <>
      <BackLink to={list}>Videos</BackLink>
      <PageHead title="Add a video" intro="Say what it is. Its file comes next." />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(fields.key.initialValue ?? values.key) }} />
        <TextField field={fields.title} label="Title" autoComplete="off" />
        <SelectField
          field={fields.kind}
          label="What it is"
          options={[
            { value: 'file', label: 'A file that you upload' },
            { value: 'link', label: 'A link to a video elsewhere' },
          ]}
        />
        <TextField
          field={fields.link}
          label="Link (only for a video elsewhere)"
          hint="Members see its poster and go there. It is never shown inside your pages."
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          field={fields.exercise}
          label="Exercise (optional)"
          hint="The name of the exercise it shows, as in your library. Leave empty for the shelf."
          autoComplete="off"
        />
        <FormEnd sending="Adding…" cancel={list}>
          Add video
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
