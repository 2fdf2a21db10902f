/** Stripe's form encoding: `line_items[0][price_data][unit_amount]=2400`. */
export type Params = { [name: string]: string | Params }

export function paramsOf(text: string): Params {
  const params: Params = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let at = params
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      const inner = typeof next === 'object' ? next : {}
      at[part] = inner
      at = inner
    }
    at[path.at(-1)!] = value
  }
  return params
}

/** What stands at a path; undefined where nothing does. */
export function nested(params: Params, ...path: string[]): Params | undefined {
  let at: string | Params | undefined = params
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'object' ? at : undefined
}
