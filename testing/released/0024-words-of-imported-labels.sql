-- Nothing is written otherwise than before: it adds an index.
select;
