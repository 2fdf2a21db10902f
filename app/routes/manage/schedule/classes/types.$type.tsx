import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { archiveType } from '#app/domain/calendar/archive-type.server.ts'
import { classTypeForm } from '#app/domain/scheduling/class-types/class-type-fields.ts'
import { classTypesPage } from '#app/domain/scheduling/class-types/class-type-queries.server.ts'
import { saveClassType } from '#app/domain/scheduling/class-types/save-class-type.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { typedMinor } from '#app/values/money.ts'
import { count } from '#app/values/wording.ts'
import { ClassTypeFields } from './class-type-form/form.tsx'
import { readClassType } from './class-type-form/values.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? data.values.name : 'Class type', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { types, disciplines, levels } = await classTypesPage(ctx)
  const type = types.find(({ id }) => id === params.type)
  if (!type) throw notFound()
  const { name, shortName, disciplineId, description, colour, icon, cover } = type
  return {
    rules: fieldRules(classTypeForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    typeKey: type.id,
    version: type.version,
    ahead: type.ahead,
    archived: type.archivedAt !== null,
    disciplines,
    levels,
    icons: await iconChoices(app.env, { query: '', chosen: icon }),
    values: {
      name,
      shortName,
      disciplineId,
      description,
      colour,
      icon,
      cover,
      levelId: type.levelId ?? '',
      minutes: String(type.minutes),
      setUpMinutes: String(type.setUpMinutes),
      walkIns: String(type.walkIns),
      language: type.language,
      access: type.access,
      dropIn: type.dropInMinor === null ? '' : typedMinor(type.dropInMinor, ctx.studio.currency),
    },
  }
}

/**
 * Changes the type, or archives it and brings it back: the address says which (`?archive=1`,
 * `?archive=0`).
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const archive = app.url.searchParams.get('archive')
  if (archive !== null) {
    if (!(await archiveType(ctx, 'class', params.type ?? '', archive === '1'))) throw notFound()
    const message = archive === '1' ? 'Archived. Classes already planned stay.' : 'Restored.'
    return redirectWithFlash(app, paths.manageClassTypes(ctx.studio), message)
  }
  const read = await readClassType(app, ctx, request)
  if (!read.ok) return read.answer
  const result = await saveClassType(
    ctx,
    { ...read.form, key: params.type ?? '' },
    read.form.version,
  )
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.manageClassTypes(ctx.studio),
      `${read.form.name} is changed.`,
    )
  if (result.reason === 'not_found') throw notFound()
  return result.reason === 'changed' ? read.changed() : read.nameTaken()
}

export default function ClassType() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, typeKey, archived, ahead, values } = data
  return (
    <>
      <PageHead
        title={values.name}
        intro={`${count(ahead, 'class', 'classes')} ahead.`}
        actions={
          <Form
            method="post"
            action={`${paths.manageClassType(studio, typeKey)}?archive=${archived ? 0 : 1}`}
          >
            <button type="submit" className="button">
              {archived ? 'Restore' : 'Archive'}
            </button>
          </Form>
        }
      />
      <ClassTypeFields {...data} answer={answer} submit="Save class type" />
    </>
  )
}
