/** Forms as they stand in a served page: read, filled in as somebody would, and made into a body. */

/** One field as it would be sent; `choices` are the values that a list or its radios offer. */
export type Field = {
  name: string
  type: string
  value: string
  sent: boolean
  choices: string[]
  required: boolean
  /** How many characters it takes; Infinity where the page does not say. */
  longest: number
}

/** A button that sends the form and says which act is meant. */
type Button = { name: string; value: string }

export type PageForm = {
  id: string
  action: string
  /** Each button with a name is a way of its own to send it; one without is `null`. */
  buttons: (Button | null)[]
  fields: Field[]
  multipart: boolean
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

const plain = (text: string) =>
  text.replace(/&(\w+|#\w+);/g, (all, name: string) => entities[name] ?? all)

/** The attributes of one tag. */
function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, value] of tag.matchAll(/([\w:-]+)(?:="([^"]*)")?/g))
    found[(name as string).toLowerCase()] ??= plain(value ?? '')
  return found
}

/**
 * The forms of a page that post, with the fields outside that name them by `form`; with `method`
 * `get` those that narrow or search. `fills` are what stands in empty fields, by name.
 */
export function formsOf(
  html: string,
  address: string,
  fills: Record<string, string> = {},
  method: 'get' | 'post' = 'post',
): PageForm[] {
  const page = html.replace(/<script\b[\s\S]*?<\/script>/g, '')
  const forms: PageForm[] = []
  const insides: { id: string; inside: string; attributes: Record<string, string> }[] = []
  const outside = page.replace(/<form\b([^>]*)>([\s\S]*?)<\/form>/g, (_, tag, inside) => {
    const own = attributes(tag as string)
    insides.push({ id: own.id ?? '', inside: inside as string, attributes: own })
    return ''
  })
  for (const { id, inside, attributes: own } of insides) {
    if ((own.method || 'get').toLowerCase() !== method) continue
    const all = [
      ...controlsOf(inside).filter(({ form }) => form === '' || form === id),
      ...controlsOf(outside).filter(({ form }) => form !== '' && form === id),
    ]
    const action = new URL(own.action || address, `http://site.test${address}`)
    forms.push({
      id,
      action: action.pathname + action.search,
      buttons: buttonsOf(all),
      fields: fieldsOf(all).map((field) => ({
        ...field,
        value: field.value === '' ? (fills[field.name] ?? '') : field.value,
      })),
      multipart: own.enctype === 'multipart/form-data',
    })
  }
  return forms
}

type Control = { tag: string; form: string; is: Record<string, string>; inner: string }

function controlsOf(html: string): Control[] {
  const found: Control[] = []
  const pattern = /<(select|textarea|button)\b([^>]*)>([\s\S]*?)<\/\1>|<(input)\b([^>]*?)\/?>/g
  for (const [, tag, own, inner, input, inputOwn] of html.matchAll(pattern)) {
    const is = attributes((own ?? inputOwn) as string)
    if ('disabled' in is) continue
    found.push({ tag: (tag ?? input) as string, form: is.form ?? '', is, inner: inner ?? '' })
  }
  return found
}

function buttonsOf(controls: Control[]): (Button | null)[] {
  const sending = controls.filter(
    ({ tag, is }) => tag === 'button' && (is.type ?? 'submit') === 'submit',
  )
  const named = sending.filter(({ is }) => is.name)
  if (sending.length === 0) return [null]
  const ways: (Button | null)[] = named.map(({ is }) => ({
    name: is.name as string,
    value: is.value ?? '',
  }))
  return sending.length > named.length ? [null, ...ways] : ways
}

function fieldsOf(controls: Control[]): Field[] {
  const fields: Field[] = []
  const radios = new Map<string, Field>()
  for (const { tag, is, inner } of controls) {
    const name = is.name
    if (!name || tag === 'button') continue
    const type = tag === 'input' ? (is.type ?? 'text') : tag
    if (type === 'submit' || type === 'button') continue
    const required = 'required' in is
    const more = { required, longest: Number(is.maxlength ?? Number.POSITIVE_INFINITY) }
    if (type === 'radio') {
      const known = radios.get(name)
      if (known) known.choices.push(is.value ?? '')
      const field = known ?? {
        name,
        type,
        value: is.value ?? '',
        sent: true,
        choices: [is.value ?? ''],
        ...more,
      }
      if ('checked' in is) field.value = is.value ?? ''
      if (!known) {
        radios.set(name, field)
        fields.push(field)
      }
      continue
    }
    if (type === 'select') {
      const options = [...inner.matchAll(/<option\b([^>]*)>([^<]*)/g)].map(([, own, text]) => {
        const option = attributes(own as string)
        return { value: option.value ?? plain(text ?? ''), selected: 'selected' in option }
      })
      const chosen =
        options.find(({ selected, value }) => selected && value !== '') ??
        options.find(({ value }) => value !== '') ??
        options[0]
      fields.push({
        name,
        type,
        value: chosen?.value ?? '',
        sent: true,
        choices: options.map(({ value }) => value),
        ...more,
      })
      continue
    }
    const sent = type !== 'checkbox' || 'checked' in is || required
    const value =
      type === 'textarea' ? plain(inner) : (is.value ?? (type === 'checkbox' ? 'on' : ''))
    fields.push({ name, type, value, sent, choices: [], ...more })
  }
  return fields
}

/** Counts what was written: names must differ. */
let writings = 0

/** What somebody would write into an empty field that has to be filled in. */
function written({ name, type, longest }: Field, action: string, today: string): string {
  if (type === 'date') return today
  if (type === 'datetime-local') return `${today}T10:00`
  if (type === 'time') return '10:00'
  if (type === 'email') return 'somebody@example.test'
  if (type === 'tel') return '+441132960000'
  if (name === 'n0') return '4'
  if (name === 'amount' && action.includes('/pay/rules/')) return '20.00'
  if (name === 'length' && action.includes('/flows/')) return '3:45'
  if (name === 'quantity') return action.includes('/equipment/') ? '50' : '4'
  if (name === 'pin') return '5093'
  // A day of a program takes lines that say an exercise.
  if (name === 'text' && /\/programs\/.+\/sessions\//.test(action)) return 'Warrior two 3x8'
  if (/price|minor/i.test(name)) return '20.00'
  if (type === 'number' || numbers.test(name)) return '2'
  writings += 1
  if (name === 'couponCode') return `CODE-${writings}`
  if (name === 'slug') return `offer-${writings}`
  return `Words ${writings}`.slice(0, longest)
}

/** What has to be filled in because a choice beside it was made, or so that anything is sent. */
const together = new Set(['reEnrolUntil', 'n0', 'button'])

const needed = ({ name, required }: Field, action: string) =>
  required || together.has(name) || (name === 'amount' && action.includes('/pay/rules/'))

/** A workout as another program exports it. */
export const aWorkoutFile = 'start_time,exercise_title,reps\n2020-01-05 08:00,Sled push,10\n'

/** A file where a form asks for one: a tree of skills, a log of workouts, or one of the studio's. */
function fileFor(action: string): File | null {
  if (action.includes('/skilltree/import')) {
    const tree = { format: 'cadence-skill-tree-1', skills: [{ name: 'Side balance' }] }
    return new File([JSON.stringify(tree)], 'tree.json')
  }
  if (/\/training\/videos\/[^/]+\/file$/.test(action))
    return new File(['\0\0\0\u0018ftypisom\0\0\0\0mp42'], 'spin.mp4', { type: 'video/mp4' })
  if (action.endsWith('/workout/import')) return new File([aWorkoutFile], 'hevy.csv')
  return /\/studio\/files\/new/.test(action)
    ? new File(['Warm-up counts'], 'counts.txt', { type: 'text/plain' })
    : null
}

const numbers = /^(amount|capacity|count|minutes|people|hours|days)$/

/** The body of a form with everything filled in; `changed` replaces fields by name. */
export function bodyOf(
  form: PageForm,
  {
    button,
    changed = {},
    today,
    fill = {},
  }: {
    button: Button | null
    changed?: Record<string, string>
    today: string
    fill?: Record<string, string>
  },
): FormData {
  const body = new FormData()
  for (const field of form.fields) {
    const { name, type, sent, value } = field
    const replaced = changed[name]
    if (type === 'file') {
      const file = fileFor(form.action)
      if (file) body.append(name, file)
      continue
    }
    // A guest needs a name where nobody is chosen.
    if (name === 'name' && form.action.endsWith('/guests')) {
      body.append(name, value || 'Sam Guest')
      continue
    }
    // A new class fits into any room.
    if (name === 'capacity' && form.action.endsWith('/new')) {
      body.append(name, '2')
      continue
    }
    if (replaced !== undefined && replaced !== value) {
      body.append(name, replaced)
      continue
    }
    const given = fill[name]
    if (!sent && replaced === undefined && given === undefined) continue
    if (given !== undefined) body.append(name, given)
    else
      body.append(
        name,
        value === '' && needed(field, form.action) ? written(field, form.action, today) : value,
      )
  }
  for (const [name, value] of ticked(form)) if (!body.has(name)) body.append(name, value)
  if (button) body.append(button.name, button.value)
  return body
}

/** The first box of each group of boxes, as somebody ticks one who has to choose. */
function ticked(form: PageForm): [name: string, value: string][] {
  const boxes = form.fields.filter(({ type }) => type === 'checkbox')
  const groups = new Map<string, string[]>()
  for (const { name, value } of boxes) groups.set(name, [...(groups.get(name) ?? []), value])
  return [...groups].flatMap(([name, [first, ...others]]): [string, string][] =>
    first !== undefined && (others.length > 0 || idForm.test(first)) ? [[name, first]] : [],
  )
}

/** Ids have 12 characters, those of the demo 10. */
const idForm = /^[0-9A-Za-z]{10,12}$/
