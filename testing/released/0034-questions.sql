-- A question to a reporter that was answered after one reminder, so that the team owes an answer.
update bugs set asked_on = '2026-11-20T10:00:00Z', asked_by = '640000000000000000000001', reminders = 1,
  owed_since = '2026-11-24T10:00:00Z'
  where id = '670000000000000000000010';
