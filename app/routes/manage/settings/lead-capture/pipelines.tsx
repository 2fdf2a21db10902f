import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { pipelineActs, stageNameForm } from '#app/domain/leads/pipelines/pipeline-forms.ts'
import { leadSetting } from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import {
  addPipeline,
  addSource,
  addStage,
  renameStage,
  setOwners,
} from '#app/domain/leads/pipelines/save-pipeline.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Stages and owners', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'settings:write')
  const { pipelines, sources, staff } = await leadSetting(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    rules: fieldRules(stageNameForm),
    pipelines: pipelines.map((one) => ({ ...one, key: newId() })),
    sources,
    staff,
    pipelineKey: newId(),
    sourceKey: newId(),
  }
}

/** Renames a stage, adds one, a pipeline or a source, or sets who takes leads in turn: 303 back. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'settings:write')
  const back = paths.manageLeadPipelines(ctx.studio)
  const submission = await parseForm(request, pipelineActs)
  if (submission.status !== 'success')
    throw refusalPage('not_saved', 'Enter a name of at most 40 characters.', back)
  const sent = submission.value
  if (sent.act === 'rename') {
    if (!(await renameStage(ctx, sent.stageId, sent.name))) throw notFound()
  } else if (sent.act === 'stage') await addStage(ctx, sent.pipelineId, sent)
  else if (sent.act === 'pipeline') await addPipeline(ctx, sent)
  else if (sent.act === 'source') await addSource(ctx, sent)
  else await setOwners(ctx, sent.owner)
  return redirectWithFlash(app, back, 'Saved.')
}

function NameForm(props: {
  act: string
  label: string
  button: string
  hidden: Record<string, string>
  rules: FormRules
  value?: string
}) {
  const { act, label, button, hidden, rules, value = '' } = props
  return (
    <SmallForm
      id={`${act}-${hidden.stageId ?? hidden.key ?? ''}`}
      names={['name']}
      rules={rules}
      values={{ name: value }}
      className="row-form"
      key={value}
    >
      {({ name }) => (
        <>
          <HiddenFields values={{ ...hidden, act }} />
          <TextField field={name} label={label} />
          <button type="submit" className="button">
            {button}
            {value && <span className="vh"> {value}</span>}
          </button>
        </>
      )}
    </SmallForm>
  )
}

export default function Pipelines() {
  const { studio, rules, pipelines, sources, staff, pipelineKey, sourceKey } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageLeadForms(studio)}>Lead capture</BackLink>
      <PageHead
        title="Stages and owners"
        intro="A stage keeps its leads and its figures whatever it is called."
      />
      {pipelines.map(({ id, name, stages, key }) => (
        <section key={id}>
          <h2>{name}</h2>
          <ol className="lines">
            {stages.map((stage) => (
              <li key={stage.id}>
                <NameForm
                  act="rename"
                  rules={rules}
                  label="Stage"
                  button="Rename"
                  hidden={{ stageId: stage.id }}
                  value={stage.name}
                />
              </li>
            ))}
          </ol>
          <NameForm
            act="stage"
            rules={rules}
            label="New stage"
            button="Add stage"
            hidden={{ pipelineId: id, key }}
          />
        </section>
      ))}
      <section>
        <h2>Another pipeline</h2>
        <NameForm
          rules={rules}
          act="pipeline"
          label="Name"
          button="Add pipeline"
          hidden={{ key: pipelineKey }}
        />
      </section>
      <section>
        <h2>Who takes new leads in turn</h2>
        <Form method="post" className="sheet-form">
          <fieldset className="field">
            <legend className="vh">Staff</legend>
            {staff.map(({ id, name, turn }) => (
              <label key={id} className="tick">
                <input type="checkbox" name="owner" value={id} defaultChecked={turn === 1} />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="button" name="act" value="owners">
            Save owners
          </button>
        </Form>
      </section>
      <section>
        <h2>Sources</h2>
        <p>{sources.map(({ name }) => name).join(', ')}</p>
        <NameForm
          rules={rules}
          act="source"
          label="New source"
          button="Add source"
          hidden={{ key: sourceKey }}
        />
      </section>
    </>
  )
}
