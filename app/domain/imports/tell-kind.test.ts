import { expect, test } from 'vitest'
import { tellKind } from './tell-kind.ts'

test.each([
  [
    'MBSystemID,BarcodeID,PmtRefNo,LastName,FirstName,Description,ExpDate,Remaining,NumClasses',
    'packs',
  ],
  [
    'RowID,ClientContractID,ReceivingClientId,ContractName,PaymentFrequency,NextPaymentDate',
    'memberships',
  ],
  ['MBSystemID,BarcodeID,FirstName,LastName,Balance,GiftCardExtID', 'balances'],
  ['mbsystemid, visit date ,VisitStartTime,Description,STATUS,VisitID', 'visits'],
  ['Email,Package,Credits left,Expires', 'packs'],
  ['Client email,Plan,Price,Next payment', 'memberships'],
  ['RelationID,RelName1,MBSystemID1,RelName2,MBSystemID2', 'families'],
  ['Email,Ladder,Level,Date,Examiner', 'levels'],
])('the columns %s are of %s', (header, kind) => {
  expect(tellKind(header.split(','))).toBe(kind)
})

test.each([
  ['a list of people', 'MBSystemID,FirstName,LastName,EmailName,Status'],
  ['a list that could be either', 'VisitDate,Status,GiftCardExtID'],
  ['nothing', ''],
])('%s is left to a person', (_, header) => {
  expect(tellKind(header.split(','))).toBeNull()
})
