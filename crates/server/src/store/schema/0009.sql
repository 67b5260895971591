-- detail is what is to be sent as JSON: a notification, or the name of a mail. Until now it was the
-- title of a tournament, a game before that title, or empty.
UPDATE outbox SET detail = '"' || kind || '"' WHERE kind IN ('confirm', 'reset', 'digest');
UPDATE outbox SET detail = '{"' || kind || '":{"game":"' || subject || '"}}'
WHERE kind IN ('turn', 'time', 'taken', 'over');
UPDATE outbox SET detail = '{"round":{"tournament":"' || subject || '","game":"' || substr(detail, 1, 12)
    || '","title":"' || replace(replace(substr(detail, 14), '\', '\\'), '"', '\"') || '"}}'
WHERE kind = 'round';
UPDATE outbox SET detail = '{"team":{"tournament":"' || substr(subject, 1, 8) || '","captain":' || substr(subject, 10)
    || ',"title":"' || replace(replace(detail, '\', '\\'), '"', '\"') || '"}}'
WHERE kind = 'challenge' AND detail <> '';
UPDATE outbox SET detail = '{"challenge":{"offer":"' || subject || '"}}'
WHERE kind = 'challenge' AND detail = '';
