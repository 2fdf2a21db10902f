-- What was taken off an invoice before it was paid is no refund, and one that a bank disputes or took
-- back stays so at any later credit note (SM-INV).
DROP TRIGGER `invoice_state_of_line`;
--> statement-breakpoint
CREATE TRIGGER `invoice_state_of_line` AFTER UPDATE OF state, invoice_id ON `open_items`
WHEN new.invoice_id IS NOT NULL
BEGIN
  UPDATE invoices SET state = (
    SELECT CASE
      WHEN invoices.state = 'uncollectible' THEN 'uncollectible'
      WHEN lines.live = 0 THEN 'void'
      WHEN lines.open > 0 THEN 'open'
      WHEN invoices.state IN ('disputed','lost') THEN invoices.state
      WHEN invoices.kind = 'credit_note' OR lines.given_back <= lines.off THEN 'paid'
      WHEN lines.given_back >= lines.live_minor THEN 'refunded'
      ELSE 'partly_refunded' END
    FROM (
      SELECT sum(line.state <> 'void') AS live, sum(line.state = 'open') AS open,
        coalesce(sum(line.amount_minor) FILTER (WHERE line.state <> 'void'), 0) AS live_minor,
        (SELECT -coalesce(sum(note.total_minor), 0) FROM invoices AS note
          WHERE note.studio_id = new.studio_id AND note.credits_invoice_id = invoices.id)
          - coalesce(sum(line.amount_minor) FILTER (WHERE line.state = 'void'), 0) AS given_back,
        -- A discount by hand pays its invoice from its own credit note: `discount-invoice`.
        (SELECT coalesce(sum(part.amount_minor), 0) FROM allocations AS part
          WHERE part.studio_id = new.studio_id AND part.invoice_id = invoices.id
            AND EXISTS (SELECT 1 FROM invoices AS note WHERE note.studio_id = new.studio_id
              AND note.credits_invoice_id = invoices.id
              AND part.payment_id = 'by-' || substr(note.id, 6))) AS off
      FROM open_items AS line
      WHERE line.studio_id = new.studio_id AND line.invoice_id = invoices.id
    ) AS lines)
  WHERE invoices.studio_id = new.studio_id AND invoices.id IN (new.invoice_id,
    (SELECT note.credits_invoice_id FROM invoices AS note WHERE note.id = new.invoice_id));
END;
--> statement-breakpoint
-- Those that stand wrong are worked out once more.
UPDATE open_items SET state = state WHERE invoice_id IN (
  SELECT bill.id FROM payments AS off
  JOIN allocations AS part ON part.studio_id = off.studio_id AND part.payment_id = off.id
  JOIN invoices AS bill ON bill.id = part.invoice_id AND bill.state IN ('partly_refunded','refunded')
  WHERE off.id LIKE 'by-%' AND off.method = 'credit');
