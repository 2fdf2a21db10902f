import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { mostTiers, payRuleForm } from '#app/domain/staff-pay/pay-form.ts'
import { readTiers } from '#app/domain/staff-pay/pay-price.ts'
import { payRulesPage } from '#app/domain/staff-pay/pay-queries.server.ts'
import { forWords } from '#app/domain/staff-pay/pay-words.ts'
import { payeeOptions } from '#app/domain/staff-pay/payees.server.ts'
import { savePayRule } from '#app/domain/staff-pay/save-pay-rule.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { idForm, newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { RuleFields, ruleNames } from './pay-parts/rule-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'A pay rule', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'pay:write')
  const { rules, people, types } = await payRulesPage(ctx)
  const rule = rules.find(({ id }) => id === params.rule)
  if (!rule && params.rule !== 'new') throw notFound()
  const typed = (minor: number) => typedMinor(minor, ctx.studio.currency)
  const tiers = rule ? readTiers(rule.tiers) : []
  return {
    rules: fieldRules(payRuleForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    ruleId: rule?.id ?? null,
    key: newId(),
    title: rule ? forWords(rule) : 'Add a pay rule',
    people: payeeOptions(people),
    types: types.map(({ id, name }) => ({ value: id, label: name })),
    values: {
      personId: rule?.personId ?? '',
      classTypeId: rule?.classTypeId ?? '',
      basis: rule?.basis ?? 'flat',
      amount: rule && rule.basis !== 'tiers' ? typed(rule.amountMinor) : '',
      least: rule && rule.leastMinor > 0 ? typed(rule.leastMinor) : '',
      counts: rule?.counts ?? 'attended',
      ...Object.fromEntries(
        Array.from({ length: mostTiers }, (_, n) => {
          const tier = tiers[n]
          return [
            [`from${n + 1}`, tier ? String(tier[0]) : ''],
            [`pays${n + 1}`, tier ? typed(tier[1]) : ''],
          ]
        }).flat(),
      ),
    } as Record<string, string>,
  }
}

const refusals = {
  taken: 'There is a rule for this coach and class. Change that one.',
  no_such_person: 'Choose someone of the list.',
  no_such_class: 'Choose something of the list.',
}

/** Adds a rule, or ends this one and adds its successor: 303 to the rules, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'pay:write')
  const posted = await readPosted(request)
  const submission = parsePosted(posted, payRuleForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const key = String(posted.get('key') ?? '')
  const replaces = params.rule === 'new' ? null : (params.rule ?? '')
  const result = await savePayRule(
    ctx,
    idForm.test(key) ? key : newId(),
    submission.value,
    replaces,
  )
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.managePayRules(ctx.studio),
      'Saved. It prices classes from now on.',
    )
  if (result.reason === 'not_found') return outdated(submission, 'this rule')
  const field = result.reason === 'no_such_class' ? 'classTypeId' : 'personId'
  return refused(submission, {
    code: result.reason,
    fields: { [field]: [refusals[result.reason]] },
  })
}

export default function PayRule() {
  const { rules, studio, ruleId, key, title, people, types, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('rule', ruleNames, { answer, values, rules })
  const list = paths.managePayRules(studio)
  return (
    <>
      <BackLink to={list}>Pay rules</BackLink>
      <PageHead
        title={title}
        intro={
          ruleId
            ? 'Classes that are settled keep what they were paid. From now on they are paid by what you save here.'
            : 'It prices classes as they are settled, two hours after their end.'
        }
      />
      <LiveFormBody of={form} className="sheet-form two-columns">
        <HiddenFields values={{ key }} />
        <RuleFields fields={form.fields} people={people} types={types} />
        <div className="whole">
          <FormEnd sending="Saving…" cancel={list}>
            Save rule
          </FormEnd>
        </div>
      </LiveFormBody>
      {ruleId && (
        <Form method="post" action={paths.managePayRuleEnd(studio, ruleId)} className="more">
          <button type="submit" className="button bad">
            End this rule
          </button>
        </Form>
      )}
    </>
  )
}
