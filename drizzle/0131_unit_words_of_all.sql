-- Fills in the words of the units there are. Holds their row locks until it ends, about a second for a hundred thousand units.
update units un set merchant_id = pr.merchant_id, words = unit_words(pr.name, un.name, pr.address) from properties pr where pr.id = un.property_id and un.words is null;
