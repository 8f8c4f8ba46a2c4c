import classes from "./SearchKeys.module.css";

/** Explains how a search text is read, in any list. */
export function HowWordsAreRead() {
  return (
    <ul className={classes.rules}>
      <li>
        Type names as you say them: <q>abs zero quad</q>, <q>ninja 050</q>, <q>dc</q>. Every word must match;
        the beginning of one is enough, and a long word may be off by one letter.
      </li>
      <li>
        What was understood stands above the results. A dashed one is a reading: rows with the typed words
        match, too. Click it to show it alone, and × to take it off.
      </li>
      <li>
        <q>"in quotes"</q> finds these whole words in this order, <q>-word</q> leaves out what has it, and so
        does <q>-key:value</q>.
      </li>
      <li>
        After a key stands one value, in quotes where it has blanks: <q>map:"dark castle"</q>. Of several with
        commas any will do: <q>map:quad,ouch</q>.
      </li>
      <li>
        Versions and cash take bounds: <q>&gt;=44</q>, <q>&lt;44.1</q>, <q>44..46</q>.
      </li>
      <li>Enter turns keys into filters, which stand in the page's address: a link to it shows the same.</li>
    </ul>
  );
}
