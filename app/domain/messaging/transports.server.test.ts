import { expect, test } from 'vitest'
import { smtpSettings, transportsFrom } from './transports.server.ts'

const smtp = {
  MAIL_TRANSPORT: 'smtp',
  MAIL_FROM: 'Cadence <no-reply@x.test>',
  SMTP_HOST: 'mail.x.test',
  SMTP_PORT: '587',
}

test('without a transport both channels are kept', () => {
  expect(transportsFrom({})).toEqual({ email: null, sms: null })
  expect(transportsFrom({ MAIL_TRANSPORT: 'none' })).toEqual({ email: null, sms: null })
})

test('smtp settings are read from the variables', () => {
  expect(smtpSettings(smtp)).toEqual({
    host: 'mail.x.test',
    port: 587,
    user: '',
    password: '',
    security: 'starttls',
    from: { name: 'Cadence', email: 'no-reply@x.test' },
    replyDomain: '',
  })
  expect(smtpSettings({ ...smtp, MAIL_FROM: 'plain@x.test' }).from).toEqual({
    name: '',
    email: 'plain@x.test',
  })
})

test.each([
  ['MAIL_TRANSPORT', { MAIL_TRANSPORT: 'pigeon' }],
  ['SMTP_HOST', { SMTP_HOST: '' }],
  ['SMTP_PORT', { SMTP_PORT: '' }],
  ['SMTP_PORT', { SMTP_PORT: '70000' }],
  ['SMTP_SECURITY', { SMTP_SECURITY: 'ssl' }],
  ['SMTP_PASSWORD', { SMTP_USER: 'anyone' }],
  ['MAIL_FROM', { MAIL_FROM: 'Cadence' }],
])('a missing or wrong %s is named', (name, variables) => {
  expect(() => transportsFrom({ ...smtp, ...variables })).toThrow(name)
})
