import { expect, test } from 'vitest'
import { workerOrigin as url } from '../../support/worker-origin.ts'

test('the status page and its data say what works automatically, and name no studio', async () => {
  const page = await fetch(`${url}/status`)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toContain('no-store')
  const text = await page.text()
  expect(text).toContain('Everything is working')
  expect(text).not.toContain('<script')
  expect(text).not.toContain('Northside')

  const data = await fetch(`${url}/status.json`)
  expect(data.status).toBe(200)
  expect(await data.json()).toMatchObject({
    well: true,
    parts: [{ id: 'jobs' }, { id: 'messages', state: 'off' }, { id: 'payments' }],
  })
})
