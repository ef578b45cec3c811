-- Accounts that are not active now. Since when is unknown; the last change of the account is the best guess.
insert into payer_stops (user_id, began_at) select id, updated_at from users where role = 'user' and status <> 'active' and closed_at is null on conflict do nothing;
