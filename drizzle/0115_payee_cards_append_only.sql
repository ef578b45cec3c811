-- A signed card is never changed or removed. Devices of payers keep its hash.
create trigger payee_cards_append_only before update or delete or truncate on payee_cards execute function refuse_change();
