import { expect, test } from 'vitest'
import { portalKeys, portalRules, portalText, settingKeys, studioLets } from './portal-rules.ts'

const usual = settingKeys.filter((key) => studioLets({ portal: '' }, key))

test('a studio that decided nothing has what is usual, and says so with nothing', () => {
  expect(usual).toEqual(portalKeys.filter((key) => portalRules[key].usual))
  expect(portalText(new Set(usual))).toBe('')
})

test('each rule can be turned round, and nothing else turns with it', () => {
  for (const key of settingKeys) {
    const on = new Set(usual)
    if (on.has(key)) on.delete(key)
    else on.add(key)
    const portal = portalText(on)
    expect(portal).toBe(key)
    expect(settingKeys.filter((other) => studioLets({ portal }, other)).sort()).toEqual(
      [...on].sort(),
    )
  }
})
